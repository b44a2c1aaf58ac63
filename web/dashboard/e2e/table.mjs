// Plays the beginning of a game on the dashboard in a real browser, without a camera: cards, pieces and keeps are tapped, a turn is
// refused, put right, taken back and made again, points are changed; then the game is replayed. Called by Go tests (web/webtest):
// node table.mjs URL FOLDER, with Chromium's path in CHROMIUM. Screenshots go to FOLDER.
import assert from 'node:assert/strict'
import { chromium } from 'playwright-core'

const [url, folder] = process.argv.slice(2)
const browser = await chromium.launch({
  executablePath: process.env.CHROMIUM,
  args: process.getuid?.() === 0 ? ['--no-sandbox'] : [],
})
try {
  const page = await browser.newPage({ viewport: { width: 1440, height: 900 }, locale: 'en' })
  page.setDefaultTimeout(60_000)
  const faults = []
  page.on('pageerror', (error) => faults.push(error.message))
  await page.goto(url)

  const shot = (name, options) => page.screenshot({ path: `${folder}/${name}.png`, ...options })
  const press = (name) => page.getByRole('button', { name, exact: true }).click()
  const text = (where, what) => where.filter({ hasText: what }).first().waitFor()
  const turn = page.getByRole('region', { name: 'Turn', exact: true })

  await page.getByRole('banner').getByRole('button', { name: 'New game' }).click()
  await press('Red')
  await press('Blue')
  await page.getByLabel('Name of Red').fill('Ada')
  await page.getByLabel('Count the pieces').check()
  await shot('new game')
  await press('Start')
  await text(turn, 'Ada’s turn')

  for (let k = 0; k < 4; k++) await press('More towers')
  for (let k = 0; k < 4; k++) await press('More short walls')
  await text(turn, '0 of 4')
  await press('Correct')
  const walls = ['0, 0 – 1, 0', '1, 0 – 1, 1', '0, 1 – 1, 1', '0, 0 – 0, 1']
  const towers = ['0, 0', '1, 0', '1, 1', '0, 1']
  const add = async (kind, piece, at) => {
    await page.getByRole('group', { name: 'Correct what the camera sees' }).getByRole('button', { name: kind }).click()
    await press(`Add a ${piece} at ${at}`)
    await page.getByRole('button', { name: `Take away a ${piece} at ${at}`, exact: true }).waitFor()
  }
  await add('Towers', 'tower', towers[0])
  for (const k of [0, 1, 3]) {
    await add('Short walls', 'short wall', walls[k])
    await add('Towers', 'tower', towers[k === 3 ? 3 : k + 1])
  }
  await text(turn, '4 of 4')
  await add('Short walls', 'short wall', walls[2])
  await text(turn, 'A courtyard without a keep')
  await shot('building')

  await page.getByRole('heading', { name: 'Castellan' }).click()
  await page.keyboard.press('Space')
  const refused = page.getByRole('alert', { name: 'The turn cannot end like this' })
  await text(refused, 'put a keep into it')
  await shot('refused')
  await refused.getByRole('button', { name: 'Put it right' }).click()
  await text(turn, 'Blue’s turn')
  await text(page.locator('[data-player=red] [data-points]'), /^4$/)
  await turn.getByRole('button', { name: 'Take the last end of turn back' }).click()
  await text(turn, 'Ada’s turn')
  await turn.getByRole('button', { name: 'End the turn again' }).click()
  await text(turn, 'Blue’s turn')

  await press('Change the points: Ada')
  const dialog = page.getByRole('dialog', { name: 'Ada’s points' })
  await dialog.getByLabel('Points').fill('7')
  await dialog.getByLabel('Why?').fill('a slip')
  await dialog.getByRole('button', { name: 'Set' }).click()
  await text(page.locator('[data-player=red] [data-points]'), /^7$/)
  await page.setViewportSize({ width: 390, height: 844 })
  assert.ok(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth), 'the page is too wide for a phone')
  await shot('table on a phone', { fullPage: true })

  await page.setViewportSize({ width: 1440, height: 900 })
  await turn.getByRole('button', { name: 'End the game' }).click()
  const count = page.getByRole('region', { name: 'Final count' })
  await count.getByRole('button', { name: 'Count it through' }).click()
  await text(count, '4 towers make 4 points')
  await count.getByRole('button', { name: 'Next' }).click()
  await text(count, '3 points by agreement (a slip), 7 in all')
  await shot('count')

  await page.goto(`${url}/deck`)
  const check = page.getByRole('region', { name: 'Check', exact: true })
  await text(check, 'It fits all that is known')
  await page.getByLabel('Towers on card t1').fill('0')
  await page.getByLabel('Long walls on card t1').focus()
  await text(check, 'Card t1 has a tower on its back, but grants none')
  await shot('deck')
  await page.goto(url)

  await page.getByRole('link', { name: 'Games' }).click()
  await page.getByRole('link', { name: /Ada 7/ }).first().click()
  const moment = page.getByLabel('Moment of the game')
  await moment.waitFor()
  await press('Next closing')
  await text(page.getByRole('region', { name: 'Replay' }), 'Ada 0 – Blue 0')
  await page.getByRole('img', { name: '4 towers, 4 walls, 1 courtyards' }).waitFor()
  await shot('replay')
  await moment.focus()
  await page.keyboard.press('End')
  await count.getByRole('button', { name: 'Count it through' }).click()
  await text(count, '4 towers make 4 points')
  await shot('count in the replay')
  await moment.focus()
  await page.keyboard.press('Home')
  await count.waitFor({ state: 'detached' })
  await press('What if …')
  await text(turn, 'Ada’s turn')
  await page.setViewportSize({ width: 390, height: 844 })
  assert.ok(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth), 'the page is too wide for a phone')
  assert.deepEqual(faults, [])
} finally {
  await browser.close()
}
