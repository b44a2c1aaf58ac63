// Measures the lens on the page, and looks at it on a phone. Before the test's camera a page of tags is held in all the ways that the
// guide asks for, again and again.
import assert from 'node:assert/strict'
import { assertFits, inBrowser, phone, shoot, url } from './browser.mjs'

await inBrowser(async ({ open }) => {
  for (const [name, options, offer, stop, done, after] of [
    ['desk', { viewport: { width: 1280, height: 800 } }, 'Measure the lens', 'Stop', 'Done: the lens is measured', 'Now put the camera back'],
    [
      'phone',
      { viewport: phone, locale: 'de', colorScheme: 'dark' },
      'Linse vermessen',
      'Beenden',
      'Fertig: Die Linse ist vermessen',
      'Stelle die Kamera jetzt wieder',
    ],
  ]) {
    const page = await open(options)
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
    await shoot(page, `lens-${name}-guide`)
    await page.getByText(done).waitFor()
    await page.getByText(after).waitFor()
    assert.equal(await ring.getAttribute('aria-valuenow'), '100')
    await assertFits(page, name)
    await shoot(page, `lens-${name}-done`)
    await page.close()
  }
})
