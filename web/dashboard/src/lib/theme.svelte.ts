/** Light or dark, as the machine has it until somebody chooses. */
class Theme {
  #dark = matchMedia('(prefers-color-scheme: dark)')
  #chosen = $state(localStorage.getItem('theme'))
  #system = $state(this.#dark.matches)
  readonly now: 'light' | 'dark' = $derived(
    this.#chosen === 'light' || this.#chosen === 'dark' ? this.#chosen : this.#system ? 'dark' : 'light',
  )

  constructor() {
    this.#dark.addEventListener('change', () => (this.#system = this.#dark.matches))
  }

  toggle() {
    this.#chosen = this.now === 'dark' ? 'light' : 'dark'
    localStorage.setItem('theme', this.#chosen)
  }
}

export const theme = new Theme()

$effect.root(() => {
  $effect(() => {
    document.documentElement.dataset.theme = theme.now
  })
})
