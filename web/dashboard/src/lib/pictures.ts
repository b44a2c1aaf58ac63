// The camera's pictures, each asked for when the one before is there: a slow page skips pictures and holds nobody up.
const retryMS = 2000

/** Shows every picture until the signal is aborted. Nothing is fetched while nobody can see the page. */
export async function pictures(signal: AbortSignal, show: (jpeg: Blob) => void) {
  let shown = '0'
  while (!signal.aborted) {
    await visible()
    try {
      const answer = await fetch(`/camera.jpg?after=${shown}`, { signal })
      if (answer.status === 200) {
        show(await answer.blob())
        shown = answer.headers.get('Picture-Number') ?? '0'
      } else if (answer.status !== 204) {
        shown = '0'
        await pause()
      }
    } catch {
      await pause()
    }
  }
}

const pause = () => new Promise((resolve) => setTimeout(resolve, retryMS))

function visible(): Promise<void> {
  if (!document.hidden) return Promise.resolve()
  return new Promise((resolve) =>
    document.addEventListener('visibilitychange', () => resolve(), { once: true }),
  )
}
