// Opens pages in a real browser for the scripts beside this one. Go tests (web/webtest) call these: node SCRIPT URL FOLDER and what else
// the script takes, with Chromium's path in CHROMIUM. Screenshots go to FOLDER.
import assert from 'node:assert/strict'
import { chromium } from 'playwright-core'

export const [url, folder, ...given] = process.argv.slice(2)

/**
 * Gives visit a Chromium, a function that opens a page in it, and one that prepares pages opened otherwise. No page may throw an error, nor,
 * where silent, write one to its console.
 */
export async function inBrowser(visit, { args = [], silent = false, patience = 120_000 } = {}) {
  // Chromium's sandbox cannot be had as root, which is what tests in containers run as.
  const sandbox = process.getuid?.() === 0 ? ['--no-sandbox'] : []
  const browser = await chromium.launch({ executablePath: process.env.CHROMIUM, args: [...sandbox, ...args] })
  const faults = []
  const watch = (page) => {
    page.setDefaultTimeout(patience) // the companion may have to share a slow machine
    page.on('pageerror', (error) => faults.push(error.message))
    if (silent) page.on('console', (message) => message.type() === 'error' && faults.push(`${message.text()} ${message.location().url}`))
    return page
  }
  const open = async (options) => watch(await browser.newPage({ locale: 'en', ...options }))
  try {
    await visit({ browser, open, watch })
    assert.deepEqual(faults, [])
  } finally {
    await browser.close()
  }
}

export const desk = { width: 1440, height: 900 }
export const phone = { width: 390, height: 844 }

export const shoot = (page, name, options) => page.screenshot({ path: `${folder}/${name}.png`, ...options })

/** Waits until some element of these has this text. */
export const text = (where, what) => where.filter({ hasText: what }).first().waitFor()

export async function assertFits(page, what = 'the page') {
  assert.ok(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth), `${what} is too wide`)
}
