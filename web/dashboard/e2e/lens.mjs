// Measures the lens on the page, and looks at it on a phone. Called by a Go test: node lens.mjs URL FOLDER, with Chromium's path in
// CHROMIUM. Before the test's camera a page of tags is held in all the ways that the guide asks for, again and again.
import assert from 'node:assert/strict'
import { chromium } from 'playwright-core'

const [url, folder] = process.argv.slice(2)
const browser = await chromium.launch({
  executablePath: process.env.CHROMIUM,
  args: process.getuid?.() === 0 ? ['--no-sandbox'] : [],
})
try {
  const faults = []
  for (const [name, options, offer, stop, done, after] of [
    ['desk', { viewport: { width: 1280, height: 800 }, locale: 'en' }, 'Measure the lens', 'Stop', 'Done: the lens is measured', 'Now put the camera back'],
    [
      'phone',
      { viewport: { width: 390, height: 844 }, locale: 'de', colorScheme: 'dark' },
      'Linse vermessen',
      'Beenden',
      'Fertig: Die Linse ist vermessen',
      'Stelle die Kamera jetzt wieder',
    ],
  ]) {
    const page = await browser.newPage(options)
    page.setDefaultTimeout(120_000)
    page.on('pageerror', (error) => faults.push(error.message))
    await page.goto(`${url}/setup#view`)
    const offered = page.locator('summary', { hasText: offer })
    await offered.click()
    await page.getByRole('button', { name: offer }).click()
    const ring = page.getByRole('progressbar', { name: offer })
    await ring.waitFor()
    await page.getByRole('button', { name: stop }).click() // and back
    await offered.click()
    await page.getByRole('button', { name: offer }).click()
    await page.locator('polygon.tag').first().waitFor()
    await page.screenshot({ path: `${folder}/lens-${name}-guide.png` })
    await page.getByText(done).waitFor()
    await page.getByText(after).waitFor()
    assert.equal(await ring.getAttribute('aria-valuenow'), '100')
    assert.ok(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth), `too wide for a ${name}`)
    await page.screenshot({ path: `${folder}/lens-${name}-done.png` })
    await page.close()
  }
  assert.deepEqual(faults, [])
} finally {
  await browser.close()
}
