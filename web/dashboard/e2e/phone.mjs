// Makes a browser with a camera of its own the companion's camera: a game on film is refereed through it, and goes on after the phone
// was gone. Takes FILM and OUTCOME. FILM is MJPEG of 30 frames a second, its last picture held for a while: Chromium shows it from the
// beginning again. OUTCOME is how the game ends, as JSON: {"points":{"red":29,...},"towers":20,"walls":28}.
import { devices } from 'playwright-core'
import { desk, given, inBrowser, shoot, text, url } from './browser.mjs'

const [film, outcome] = given
const ends = JSON.parse(outcome)
const args = [
  '--use-fake-ui-for-media-stream',
  '--use-fake-device-for-media-stream',
  `--use-file-for-fake-video-capture=${film}`,
  '--disable-features=UseChromeOSDirectVideoDecoder',
]

await inBrowser(async ({ browser, open, watch }) => {
  const dashboard = await open({ viewport: desk })
  await dashboard.goto(url)
  await dashboard.getByRole('img', { name: 'as a QR code' }).waitFor()
  await shoot(dashboard, 'invitation')

  const { addresses } = await (await fetch(`${url}/api/v1/phone`)).json()
  const phones = await browser.newContext({
    ...devices['Pixel 7 landscape'],
    locale: 'en',
    ignoreHTTPSErrors: true, // people accept the certificate
    permissions: ['camera'],
  })
  // A phone out of reach: its connections end, and no new one comes about.
  await phones.addInitScript(() => {
    const Real = WebSocket
    const open = []
    window.away = false
    window.WebSocket = class extends Real {
      constructor(address) {
        super(window.away ? `${address}/nowhere` : address)
        open.push(this)
      }
    }
    window.leave = () => {
      window.away = true
      open.forEach((socket) => socket.close())
    }
  })
  const phone = watch(await phones.newPage())
  await phone.goto(addresses.at(-1))
  await phone.getByRole('heading', { name: 'Phone as the camera' }).waitFor()
  await shoot(phone, 'phone-start')
  await phone.getByRole('button', { name: 'Use this phone as the camera' }).click()
  const words = phone.getByRole('status')
  await text(words, /Seen: \d+ towers/)
  await text(words, /Seen: 1\d towers/)
  await shoot(phone, 'phone-seen')

  const scores = async () => {
    for (const [color, points] of Object.entries(ends.points)) {
      await text(dashboard.locator(`[data-player=${color}] [data-points]`), new RegExp(`^${points}$`))
    }
  }
  const seen = `${ends.towers} towers, ${ends.walls} walls`
  const castle = dashboard.getByRole('img', { name: seen })
  await castle.waitFor()
  await text(words, `Seen: ${seen}`)
  await scores()
  await shoot(dashboard, 'refereed')

  await phone.evaluate(() => window.leave())
  await text(words, 'No connection to the companion')
  await text(dashboard.getByRole('status'), 'The phone is gone')
  await shoot(dashboard, 'gone')
  await phone.evaluate(() => (window.away = false))
  await text(words, `Seen: ${seen}`)
  await text(dashboard.getByRole('status'), /Watching/)
  await castle.waitFor()
  await scores()
}, { args })
