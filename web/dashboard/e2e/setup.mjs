// Goes through the wizard to the first game, and looks at the page about the machine's health. The test's camera shows four tags, and a
// tower from the second turn on.
import assert from 'node:assert/strict'
import { assertFits, inBrowser, phone, shoot, url } from './browser.mjs'

await inBrowser(async ({ open }) => {
  const page = await open({ viewport: { width: 1280, height: 800 } })
  const heading = (name) => page.getByRole('heading', { name }).waitFor()
  const next = () => page.getByRole('button', { name: 'Next' }).click()

  await page.goto(url)
  await page.getByText('New here?').waitFor()
  await shoot(page, 'setup-welcome')
  await page.getByRole('main').waitFor()
  await page.locator('section', { hasText: 'New here?' }).getByRole('link', { name: 'Set up' }).click()

  await heading('Which camera looks at the table?')
  await page.getByText('A camera of the network').click()
  await page.getByRole('textbox', { name: 'Its address' }).fill('192.168.1.20')
  await page.getByRole('button', { name: 'Use this camera' }).click()
  await page.getByRole('alert').filter({ hasText: 'begins with rtsp://' }).waitFor()
  await page.getByRole('textbox', { name: 'Its address' }).fill('rtsp://192.168.1.20:554/live')
  await page.keyboard.press('Enter')
  await page.getByRole('alert').waitFor({ state: 'detached' })
  await page.getByRole('button', { name: 'Desk camera' }).click()
  await page.getByRole('combobox', { name: 'Picture size' }).selectOption('1920 × 1080, 15 a second')
  await page.getByRole('img', { name: 'The camera’s picture of the table' }).waitFor()
  await shoot(page, 'setup-camera')
  await next()

  await heading('Lay the four tags')
  await page.getByText('All four are seen.').waitFor()
  assert.equal(await page.locator('polygon.tag').count(), 4)
  const mat = await page.request.get(await page.getByRole('link', { name: 'Print: A4' }).evaluate((link) => link.href))
  assert.match((await mat.body()).subarray(0, 5).toString(), /^%PDF-/)
  await shoot(page, 'setup-tags')
  await next()

  await heading('Can the camera see well?')
  await page.getByText('The camera sees the table well.').waitFor()
  await shoot(page, 'setup-view')
  await next()

  await heading('Which pieces do you play with?')
  await page.getByRole('button', { name: 'Castellan, slim towers' }).click()
  await shoot(page, 'setup-set')
  await page.getByRole('button', { name: 'Other pieces' }).click()
  await page.getByRole('button', { name: 'Lay single pieces instead' }).click()
  await page.getByRole('button', { name: 'The table is empty' }).waitFor()
  await page.getByRole('button', { name: 'Cancel' }).click()
  await page.getByRole('button', { name: 'Other pieces' }).click()
  await page.getByRole('button', { name: 'Build a courtyard instead' }).click()
  await page.getByRole('img', { name: 'A closed courtyard' }).waitFor()
  await page.getByRole('button', { name: 'Measure the pieces' }).click()
  await page.getByRole('alert').filter({ hasText: 'The courtyard is not seen clearly' }).waitFor()
  await page.getByRole('button', { name: 'Measure the pieces' }).click()
  await page.getByText('24 mm').waitFor()
  assert.equal(await page.locator('polygon.tower').count(), 1)
  await page.getByRole('textbox', { name: 'Name of this set' }).fill('Printed')
  await shoot(page, 'setup-courtyard')
  await page.getByRole('button', { name: 'That is right, keep it' }).click()
  await page.getByRole('button', { name: 'Printed', pressed: true }).waitFor()
  await page.getByRole('button', { name: 'Castellan, slim towers' }).click()
  await next()

  await heading('Place a tower anywhere')
  await page.getByRole('button', { name: 'The table is empty' }).click()
  await page.getByText('Not seen yet').waitFor()
  await page.request.post(`${url}/api/v1/games/current/turn/end`)
  await page.getByText('I see your tower!').waitFor()
  assert.equal(await page.locator('polygon.tower').count(), 1)
  await shoot(page, 'setup-tower')
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
  await shoot(page, 'setup-health')

  for (const [locale, words] of [
    ['de', 'Lege die vier Marken'],
    ['fr', 'Posez les quatre repères'],
  ]) {
    const held = await open({ viewport: phone, locale, colorScheme: 'dark' })
    await held.goto(`${url}/setup#tags`)
    await held.getByRole('heading', { name: words }).waitFor()
    assert.equal(await held.evaluate(() => document.documentElement.lang), locale)
    for (const step of ['tags', 'camera', 'view', 'set', 'tower']) {
      await held.evaluate((hash) => (location.hash = hash), step)
      await held.locator(`[aria-current=step][href="#${step}"]`).waitFor()
      await assertFits(held, step)
      await shoot(held, `setup-${locale}-${step}`, { fullPage: true })
    }
    await held.close()
  }
})
