const restMS = 300

/** Does something again and again, with a rest between, until the signal is aborted; not while nobody can see the page. */
export async function repeat(signal: AbortSignal, what: () => Promise<void>) {
  while (!signal.aborted) {
    if (!document.hidden) await what()
    await new Promise((resolve) => setTimeout(resolve, restMS))
  }
}
