// Follows the bundled game on the dashboard to its end.
import assert from 'node:assert/strict'
import { assertFits, desk, inBrowser, phone, shoot, text, url } from './browser.mjs'

await inBrowser(async ({ open }) => {
  const page = await open({ viewport: desk })
  await page.goto(url)

  const points = (color) => page.locator(`[data-player=${color}] [data-points]`)

  await text(page.getByRole('status'), 'The film is over')
  await text(points('red'), /^29$/)
  await text(points('blue'), /^4$/)
  assert.match(await page.title(), /^Red 29 – Blue 4/)

  const plan = page.getByRole('img', { name: '20 towers, 28 walls, 5 courtyards' })
  await plan.waitFor()
  assert.equal(await plan.locator('polygon').count(), 5)
  const values = await plan.locator('text').allTextContents()
  assert.deepEqual(values.sort(), ['12', '4', '5', '6', '6'])
  await text(page.getByRole('listitem'), 'Blue claimed a courtyard worth 4')
  await shoot(page, 'desktop')

  const turn = page.getByRole('region', { name: 'Turn' })
  await text(turn, 'Blue’s turn')
  await page.keyboard.press('Space')
  await text(turn, 'Red’s turn')
  await turn.getByRole('button', { name: 'Take the last end of turn back' }).click()
  await text(turn, 'Blue’s turn')

  page.setDefaultTimeout(20_000)
  await page.getByRole('button', { name: 'Correct', exact: true }).click()
  const tower = page.getByRole('button', { name: /^Take away a tower at / }).first()
  const place = (await tower.getAttribute('aria-label')).replace('Take away a tower', '')
  await tower.focus()
  await page.keyboard.press('Space')
  await page.getByRole('group', { name: /^19 towers, 28 walls/ }).waitFor()
  await text(page.getByRole('listitem'), 'By hand: without a tower')
  await page.getByRole('button', { name: `Add a tower${place}`, exact: true }).click()
  await page.getByRole('group', { name: '20 towers, 28 walls, 5 courtyards' }).waitFor()
  for (const [kind, one] of [['Short walls', 'short wall'], ['Long walls', 'long wall']]) {
    await page.getByRole('button', { name: kind }).click()
    const free = page.getByRole('button', { name: new RegExp(`^Add a ${one} at `) }).first()
    const added = await free.getAttribute('aria-label')
    await free.click()
    await page.getByRole('group', { name: /^20 towers, 29 walls/ }).waitFor()
    await text(page.getByRole('listitem'), `By hand: a ${one}`)
    await shoot(page, `correct ${one}`)
    await page.getByRole('button', { name: added.replace('Add', 'Take away'), exact: true }).click()
    await page.getByRole('group', { name: /^20 towers, 28 walls/ }).waitFor()
  }
  await page.getByRole('button', { name: 'Correct', exact: true }).click()
  await plan.waitFor()
  await text(points('red'), /^29$/)

  await page.setViewportSize(phone)
  await assertFits(page)
  await shoot(page, 'phone', { fullPage: true })
}, { silent: true, patience: 180_000 })
