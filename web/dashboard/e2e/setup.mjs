// Goes through the wizard to the first game, and looks at the page about the machine's health. Called by a Go test:
// node setup.mjs URL FOLDER, with Chromium's path in CHROMIUM. The test's camera shows four tags, and a tower from the second turn on.
import assert from 'node:assert/strict'
import { chromium } from 'playwright-core'

const [url, folder] = process.argv.slice(2)
const browser = await chromium.launch({
  executablePath: process.env.CHROMIUM,
  args: process.getuid?.() === 0 ? ['--no-sandbox'] : [],
})
try {
  const faults = []
  const open = async (options) => {
    const page = await browser.newPage(options)
    page.setDefaultTimeout(120_000)
    page.on('pageerror', (error) => faults.push(error.message))
    return page
  }
  const page = await open({ viewport: { width: 1280, height: 800 }, locale: 'en' })
  const heading = (name) => page.getByRole('heading', { name }).waitFor()
  const next = () => page.getByRole('button', { name: 'Next' }).click()
  const shoot = (name) => page.screenshot({ path: `${folder}/setup-${name}.png` })

  await page.goto(url)
  await page.getByText('New here?').waitFor()
  await shoot('welcome')
  await page.getByRole('main').waitFor()
  await page.locator('section', { hasText: 'New here?' }).getByRole('link', { name: 'Set up' }).click()

  await heading('Which camera looks at the table?')
  await page.getByRole('button', { name: 'Desk camera' }).click()
  await page.getByRole('combobox', { name: 'Picture size' }).selectOption('1920 × 1080, 15 a second')
  await page.getByRole('img', { name: 'The camera’s picture of the table' }).waitFor()
  await shoot('camera')
  await next()

  await heading('Lay the four tags')
  await page.getByText('All four are seen.').waitFor()
  assert.equal(await page.locator('polygon.tag').count(), 4)
  const mat = await page.request.get(await page.getByRole('link', { name: 'Print: A4' }).evaluate((link) => link.href))
  assert.match((await mat.body()).subarray(0, 5).toString(), /^%PDF-/)
  await shoot('tags')
  await next()

  await heading('Can the camera see well?')
  await page.getByText('The camera sees the table well.').waitFor()
  await shoot('view')
  await next()

  await heading('Which pieces do you play with?')
  await page.getByRole('button', { name: 'Castellan, slim towers' }).click()
  await shoot('set')
  await page.getByRole('button', { name: 'Other pieces' }).click()
  await page.getByRole('button', { name: 'Cancel' }).click()
  await next()

  await heading('Place a tower anywhere')
  await page.getByRole('button', { name: 'The table is empty' }).click()
  await page.getByText('Not seen yet').waitFor()
  await page.request.post(`${url}/api/v1/games/current/turn/end`)
  await page.getByText('I see your tower!').waitFor()
  assert.equal(await page.locator('polygon.tower').count(), 1)
  await shoot('tower')
  await page.getByRole('button', { name: 'Start the game' }).click()

  await page.getByRole('heading', { name: 'The castle' }).waitFor()
  assert.equal(await page.getByText('New here?').count(), 0, 'the wizard is remembered')

  await page.goto(`${url}/setup#tags`) // every step can be done again
  await heading('Lay the four tags')
  await page.getByRole('button', { name: 'To the game' }).waitFor()

  await page.goto(`${url}/health`)
  await page.getByText('It works, but not as well as it could.').waitFor()
  await page.getByText('Use fewer.').waitFor()
  await page.getByRole('button', { name: 'Test the camera' }).click()
  await page.getByRole('img', { name: 'The camera’s picture of the table' }).waitFor()
  await shoot('health')

  for (const [locale, words] of [
    ['de', 'Lege die vier Marken'],
    ['fr', 'Posez les quatre repères'],
  ]) {
    const phone = await open({ viewport: { width: 390, height: 844 }, locale, colorScheme: 'dark' })
    await phone.goto(`${url}/setup#tags`)
    await phone.getByRole('heading', { name: words }).waitFor()
    assert.equal(await phone.evaluate(() => document.documentElement.lang), locale)
    for (const step of ['tags', 'camera', 'view', 'set', 'tower']) {
      await phone.evaluate((hash) => (location.hash = hash), step)
      await phone.locator(`[aria-current=step][href="#${step}"]`).waitFor()
      assert.ok(await phone.evaluate(() => document.documentElement.scrollWidth <= innerWidth), `${step} is too wide for a phone`)
      await phone.screenshot({ path: `${folder}/setup-${locale}-${step}.png`, fullPage: true })
    }
    await phone.close()
  }
  assert.deepEqual(faults, [])
} finally {
  await browser.close()
}
