import fc from 'fast-check'
import { expect, test } from 'vitest'
import { ApiError } from '@simdeck/contract/errors.ts'
import { logoLimits } from '@simdeck/contract/settings.ts'
import { jpeg, logoText, png, pngChunk, pngSignature, riffChunk, webp, webpChunks } from '../testing/images.ts'
import { checkLogo } from './logo.ts'

/** "accepted", or the reason of the refusal. */
function verdict(type: string, file: Uint8Array): string {
  try {
    checkLogo(logoText(type, file))
    return 'accepted'
  } catch (error) {
    if (error instanceof ApiError && error.code === 'invalidLogo') return error.detail?.en ?? ''
    throw error
  }
}

const { lossy, lossless, alpha, extended } = webpChunks
const text = (content: string) => Buffer.from(content, 'latin1')
const html = text('<html><script>alert(1)</script></html>')
const changed = (file: Buffer, at: number, bytes: number[]) => {
  const copy = Buffer.from(file)
  copy.set(bytes, at)
  return copy
}
const insertedInto = (file: Buffer, at: number, bytes: Uint8Array) => Buffer.concat([file.subarray(0, at), bytes, file.subarray(at)])
const frameHeaderAt = jpeg.indexOf(Buffer.from([0xff, 0xc0]))

test('one still image of each type is accepted up to the limits, and so is an empty value', () => {
  expect(verdict('image/png', png(240, 80))).toBe('accepted')
  expect(verdict('image/png', png(1, 4096))).toBe('accepted')
  expect(verdict('image/png', png(240, 80, pngChunk('tEXt', text('Title\0Logo'))))).toBe('accepted')
  expect(verdict('image/jpeg', jpeg)).toBe('accepted')
  expect(verdict('image/jpeg', insertedInto(jpeg, jpeg.length - 3, Buffer.from([0xff, 0x00, 0xff, 0xd0])))).toBe('accepted')
  expect(verdict('image/jpeg', insertedInto(jpeg, frameHeaderAt, Buffer.from([0xff, 0xff])))).toBe('accepted')
  expect(verdict('image/webp', webp(lossy))).toBe('accepted')
  expect(verdict('image/webp', webp(lossless))).toBe('accepted')
  expect(verdict('image/webp', webp(extended, alpha, lossy, riffChunk('EXIF', text('odd'))))).toBe('accepted')
  const fits = png(240, 80)
  const room = logoLimits.maxBytes - fits.length - 12
  expect(verdict('image/png', insertedInto(fits, 33, pngChunk('prIv', Buffer.alloc(room))))).toBe('accepted')
  expect(verdict('image/png', insertedInto(fits, 33, pngChunk('prIv', Buffer.alloc(room + 1))))).toBe('too many bytes')
  expect(() => checkLogo('')).not.toThrow()
})

test.each<[string, string, Uint8Array, string]>([
  ['an SVG', 'image/png', text('<svg xmlns="http://www.w3.org/2000/svg"/>'), 'not a PNG'],
  ['HTML named PNG', 'image/png', html, 'not a PNG'],
  ['HTML named JPEG', 'image/jpeg', html, 'not a JPEG'],
  ['HTML named WebP', 'image/webp', html, 'not a WebP'],
  ['a JPEG named PNG', 'image/png', jpeg, 'not a PNG'],
  ['a PNG named WebP', 'image/webp', png(2, 2), 'not a WebP'],
  ['nothing but a signature', 'image/png', pngSignature, 'the file ends too early'],
  ['a PNG with a page after it', 'image/png', Buffer.concat([png(2, 2), html]), 'something after the end'],
  ['two PNGs', 'image/png', Buffer.concat([png(2, 2), png(2, 2)]), 'something after the end'],
  ['a PNG that is cut', 'image/png', png(2, 2).subarray(0, -1), 'the file ends too early'],
  ['a PNG without its end', 'image/png', png(2, 2).subarray(0, -12), 'the file ends too early'],
  ['a PNG with two headers', 'image/png', png(2, 2, png(2, 2).subarray(8, 33)), 'unexpected IHDR'],
  ['a PNG with an unknown critical chunk', 'image/png', png(2, 2, pngChunk('EVIL', html)), 'unexpected EVIL'],
  ['a PNG chunk whose length goes beyond', 'image/png', changed(png(2, 2), 33, [0x7f, 0xff, 0xff, 0xff]), 'the file ends too early'],
  ['a PNG with a changed pixel', 'image/png', changed(png(2, 2), 45, [0x55, 0xaa, 0x55]), 'a CRC is wrong'],
  ['a PNG without a picture', 'image/png', Buffer.concat([png(2, 2).subarray(0, 33), pngChunk('IEND')]), 'no image'],
  ['an animated PNG', 'image/png', png(2, 2, pngChunk('acTL', Buffer.alloc(8))), 'animated'],
  ['10,000 × 10,000 pixels', 'image/png', png(10_000, 10_000), '10000 × 10000 pixels'],
  ['one pixel too wide', 'image/png', png(4097, 1), '4097 × 1 pixels'],
  ['no pixels', 'image/png', png(0, 5), '0 × 5 pixels'],
  ['a JPEG with an archive after it', 'image/jpeg', Buffer.concat([jpeg, text('PK\x03\x04')]), 'something after the end'],
  ['two JPEGs', 'image/jpeg', Buffer.concat([jpeg, jpeg]), 'something after the end'],
  ['a JPEG that is cut', 'image/jpeg', jpeg.subarray(0, -2), 'the file ends too early'],
  ['a JPEG within a JPEG', 'image/jpeg', insertedInto(jpeg, 2, jpeg), 'a marker that does not belong here'],
  ['a JPEG of two frames', 'image/jpeg', insertedInto(jpeg, frameHeaderAt, jpeg.subarray(frameHeaderAt, frameHeaderAt + 19)), 'two images'],
  ['a JPEG without a picture', 'image/jpeg', Buffer.from([0xff, 0xd8, 0xff, 0xd9]), 'no image'],
  ['bytes between JPEG segments', 'image/jpeg', insertedInto(jpeg, 2, html), 'no marker where one must be'],
  ['a JPEG of 65,535 lines', 'image/jpeg', changed(jpeg, frameHeaderAt + 5, [0xff, 0xff]), '6 × 65535 pixels'],
  ['a WebP with a page after it', 'image/webp', Buffer.concat([webp(lossy), html]), 'the length is not the one of the file'],
  ['a WebP with a page within it', 'image/webp', webp(lossy, riffChunk('HTML', html)), 'unexpected "HTML"'],
  ['a WebP that is cut', 'image/webp', webp(lossy).subarray(0, -1), 'the length is not the one of the file'],
  ['a WebP chunk whose length goes beyond', 'image/webp', webp(lossy.subarray(0, -2)), 'the file ends too early'],
  ['a WebP of two pictures', 'image/webp', webp(extended, lossy, lossless), 'two images'],
  ['a WebP with two different sizes', 'image/webp', webp(changed(extended, 12, [9]), lossy), 'two sizes'],
  ['a WebP without a picture', 'image/webp', webp(extended), 'no image'],
  ['an animated WebP', 'image/webp', webp(changed(extended, 8, [0x02]), riffChunk('ANIM', Buffer.alloc(6))), 'animated'],
  ['animation frames without the flag', 'image/webp', webp(extended, riffChunk('ANMF', Buffer.alloc(24))), 'unexpected "ANMF"'],
  ['a lossy WebP of 16,383 columns', 'image/webp', webp(changed(lossy, 14, [0xff, 0x3f])), '16383 × 2 pixels'],
])('%s is refused', (_, type, file, reason) => {
  expect(verdict(type, file)).toBe(reason)
})

test('any bytes are either accepted or refused with invalidLogo', () => {
  const whole = [png(3, 3), jpeg, webp(extended, alpha, lossy), webp(lossless)] as const
  const mangled = fc
    .tuple(fc.constantFrom(...whole), fc.nat(), fc.uint8Array({ maxLength: 12 }), fc.nat())
    .map(([file, at, bytes, cut]) => {
      const start = at % file.length
      return Buffer.concat([file.subarray(0, start), bytes, file.subarray(start + (cut % 20))])
    })
  fc.assert(
    fc.property(
      fc.constantFrom('image/png', 'image/jpeg', 'image/webp'),
      fc.oneof(mangled, fc.uint8Array({ minLength: 1 })),
      (type, file) => {
        if (file.length > 0) expect(verdict(type, file)).not.toBe('')
      },
    ),
  )
})
