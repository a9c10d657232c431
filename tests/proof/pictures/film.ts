import { basename } from 'node:path'
import type { Locator, Page } from '@playwright/test'
import sharp from 'sharp'

const pointer = (x: number, y: number) =>
  Buffer.from(
    `<svg xmlns="http://www.w3.org/2000/svg" width="1440" height="900"><path transform="translate(${x} ${y}) scale(1.5)" d="M0 0v17l4-4 3 7 3-1-3-7h6z" fill="#111" stroke="#fff" stroke-width="1.3"/></svg>`,
  )

/** A moving picture of a page with its mouse pointer, which no screenshot shows. */
export class Film {
  private frames: Buffer[] = []
  private delays: number[] = []
  private at = { x: 1100, y: 760 }
  private page: Page

  constructor(page: Page) {
    this.page = page
  }

  /** Shows the page as it is now for so many milliseconds. */
  async hold(milliseconds: number) {
    const drawn = await this.page.screenshot()
    const pointed = sharp(drawn).composite([{ input: pointer(this.at.x, this.at.y) }])
    this.frames.push(
      await sharp(await pointed.png().toBuffer())
        .resize(1200)
        .png()
        .toBuffer(),
    )
    this.delays.push(milliseconds)
  }

  /** Moves the pointer to the middle of an element, in so many frames. */
  async point(target: Locator, frames = 5) {
    const box = await target.boundingBox()
    if (!box) throw new Error('There is nothing to point to.')
    const { at: from } = this
    for (let frame = 1; frame <= frames; frame++) {
      const way = 1 - (1 - frame / frames) ** 2
      this.at = {
        x: from.x + (box.x + Math.min(box.width / 2, 160) - from.x) * way,
        y: from.y + (box.y + box.height / 2 - from.y) * way,
      }
      await this.page.mouse.move(this.at.x, this.at.y)
      await this.hold(80)
    }
  }

  /** Writes the frames as an animated WebP. */
  async save(file: string) {
    const joined = sharp(this.frames, { join: { animated: true } })
    const { size } = await joined
      .webp({ quality: 75, delay: this.delays, effort: 5, mixed: true })
      .toFile(file)
    console.info(
      `docs/pictures/${basename(file)}  ${Math.round(size / 1000)} KB, ${this.frames.length} frames`,
    )
  }
}
