// Answers the questions of an eye in doubt on the dashboard in a real browser: whether a red keep is doubled, then whether a tower of its
// courtyard is on trial; at last the eye sees another castle. Called by Go tests (web/webtest): node doubts.mjs URL FOLDER, with Chromium's path in CHROMIUM. Screenshots go
// to FOLDER.
import assert from 'node:assert/strict'
import { chromium } from 'playwright-core'

const [url, folder] = process.argv.slice(2)
const browser = await chromium.launch({
  executablePath: process.env.CHROMIUM,
  args: process.getuid?.() === 0 ? ['--no-sandbox'] : [],
})
try {
  const page = await browser.newPage({ viewport: { width: 1366, height: 768 }, locale: 'en' })
  page.setDefaultTimeout(60_000)
  const faults = []
  page.on('pageerror', (error) => faults.push(error.message))
  page.on('console', (message) => message.type() === 'error' && faults.push(message.text()))
  await page.goto(url)

  const points = page.locator('[data-player=red] [data-points]')
  const question = page.getByRole('alert', { name: 'A question' })
  const answers = () => question.getByRole('button').allTextContents()
  await question.waitFor()
  assert.match(await question.textContent(), /what stands at the marked place/)
  assert.deepEqual(await answers(), ['Red keep', 'Red double keep'])
  assert.ok(await question.isVisible() && (await question.boundingBox()).y < 768, 'the question is in sight')
  const picture = await page.request.get(new URL(await question.locator('image').getAttribute('href'), url).href)
  assert.equal(picture.status(), 200)
  assert.equal(picture.headers()['content-type'], 'image/jpeg')
  await page.getByText('Provisional').waitFor()
  await page.screenshot({ path: `${folder}/doubt.png` })
  await question.getByRole('button', { name: 'Red double keep' }).click()
  await points.filter({ hasText: /^8$/ }).waitFor()

  await question.filter({ hasText: 'on trial' }).waitFor()
  await page.getByText('By hand: Red double keep').waitFor()
  assert.deepEqual(await answers(), ['A tower', 'A tower on trial'])
  await page.setViewportSize({ width: 390, height: 844 })
  assert.ok(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth), 'the page is too wide for a phone')
  await page.screenshot({ path: `${folder}/doubt on a phone.png`, fullPage: true })
  await question.getByRole('button', { name: 'A tower on trial' }).click()
  await points.filter({ hasText: /^0$/ }).waitFor()
  await question.waitFor({ state: 'detached' })

  await page.getByRole('button', { name: 'End turn' }).click()
  await question.filter({ hasText: 'another castle than the one I know' }).waitFor()
  await page.setViewportSize({ width: 1366, height: 768 })
  assert.equal(await page.locator('.ghost').count(), 2, 'the plan shows what is seen instead')
  await page.screenshot({ path: `${folder}/out of step.png` })
  assert.deepEqual(await answers(), ['Believe the camera', 'Believe the record'])
  await question.getByRole('button', { name: 'Believe the record' }).click()
  await question.waitFor({ state: 'detached' })
  assert.deepEqual(faults, [])
} finally {
  await browser.close()
}
