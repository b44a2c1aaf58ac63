// Answers the questions of an eye in doubt on the dashboard: whether a red keep is doubled, then whether a tower of its courtyard is on
// trial; at last the eye sees another castle.
import assert from 'node:assert/strict'
import { assertFits, inBrowser, phone, shoot, url } from './browser.mjs'

await inBrowser(async ({ open }) => {
  const laptop = { width: 1366, height: 768 }
  const page = await open({ viewport: laptop })
  await page.goto(url)

  const points = page.locator('[data-player=red] [data-points]')
  const question = page.getByRole('alert', { name: 'A question' })
  const answers = () => question.getByRole('button').allTextContents()
  await question.waitFor()
  assert.match(await question.textContent(), /what stands at the marked place/)
  assert.deepEqual(await answers(), ['Red keep', 'Red double keep'])
  assert.ok(await question.isVisible() && (await question.boundingBox()).y < laptop.height, 'the question is in sight')
  const picture = await page.request.get(new URL(await question.locator('image').getAttribute('href'), url).href)
  assert.equal(picture.status(), 200)
  assert.equal(picture.headers()['content-type'], 'image/jpeg')
  await page.getByText('Provisional').waitFor()
  await shoot(page, 'doubt')
  await question.getByRole('button', { name: 'Red double keep' }).click()
  await points.filter({ hasText: /^8$/ }).waitFor()

  await question.filter({ hasText: 'on trial' }).waitFor()
  await page.getByText('By hand: Red double keep').waitFor()
  assert.deepEqual(await answers(), ['A tower', 'A tower on trial'])
  await page.setViewportSize(phone)
  await assertFits(page)
  await shoot(page, 'doubt on a phone', { fullPage: true })
  await question.getByRole('button', { name: 'A tower on trial' }).click()
  await points.filter({ hasText: /^0$/ }).waitFor()
  await question.waitFor({ state: 'detached' })

  await page.getByRole('button', { name: 'End turn' }).click()
  await question.filter({ hasText: 'another castle than the one I know' }).waitFor()
  await page.setViewportSize(laptop)
  assert.equal(await page.locator('.ghost').count(), 2, 'the plan shows what is seen instead')
  await shoot(page, 'out of step')
  assert.deepEqual(await answers(), ['Believe the camera', 'Believe the record'])
  await question.getByRole('button', { name: 'Believe the record' }).click()
  await question.waitFor({ state: 'detached' })
}, { silent: true })
