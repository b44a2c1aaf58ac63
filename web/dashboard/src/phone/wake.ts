/** Keeps the screen on for as long as the page is in sight, where the phone can. */
export async function keepAwake() {
  const ask = async () => {
    if (document.hidden) return
    try {
      await navigator.wakeLock?.request('screen')
    } catch {
      // The battery is low: the phone decides.
    }
  }
  document.addEventListener('visibilitychange', ask) // the lock is lost whenever the page is hidden
  await ask()
}
