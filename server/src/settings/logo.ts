import { crc32 } from 'node:zlib'
import { ApiError } from '@simdeck/contract/errors.ts'
import { logoLimits, logoValue } from '@simdeck/contract/settings.ts'

type Size = { width: number; height: number }

/** A fault of the file; its message becomes the English `detail` of the refusal. */
class LogoError extends Error {}

function insist(condition: boolean, message: string): asserts condition {
  if (!condition) throw new LogoError(message)
}

/**
 * Throws `ApiError('invalidLogo')` unless the value of `system_config_logo` is empty or exactly one still image of the type it
 * names, with nothing after its end, within `logoLimits`. Only the structure is read; no pixel is decoded.
 */
export function checkLogo(value: string): void {
  if (value === '') return
  const { type, base64 } = logoValue.parse(JSON.parse(value))
  try {
    const file = Buffer.from(base64, 'base64')
    insist(file.length <= logoLimits.maxBytes, 'too many bytes')
    const { width, height } = readers[type](file)
    const fits = (side: number) => side >= 1 && side <= logoLimits.maxSide
    insist(fits(width) && fits(height), `${width} × ${height} pixels`)
  } catch (error) {
    // A read beyond the end of the file throws a RangeError.
    if (!(error instanceof LogoError) && !(error instanceof RangeError)) throw error
    const reason = error instanceof LogoError ? error.message : endsEarly
    throw new ApiError('invalidLogo', { detail: { ja: japaneseOf(reason), en: reason } })
  }
}

const endsEarly = 'the file ends too early'

/** The reason in Japanese for the user who chose the file; all faults within an image share one text. */
function japaneseOf(reason: string): string {
  const type = /^not a (PNG|JPEG|WebP)$/.exec(reason)?.[1]
  if (type) return `${type}画像ではありません`
  const pixels = /^(\d+) × (\d+) pixels$/.exec(reason)
  if (pixels) return `${pixels[1]} × ${pixels[2]}ピクセルの画像です`
  if (reason === 'too many bytes') return 'ファイルが大きすぎます'
  if (reason === 'animated') return 'アニメーション画像は使用できません'
  return reason === endsEarly ? 'ファイルが途中で切れています' : '画像ファイルの構造が正しくありません'
}

const readers = { 'image/png': pngSize, 'image/jpeg': jpegSize, 'image/webp': webpSize } as const

const pngSignature = Buffer.from('89504e470d0a1a0a', 'hex')
const pngCritical = ['PLTE', 'IDAT', 'IEND']

/** PNG (W3C, third edition) §5: signature, then chunks of length, type, data and CRC, from IHDR to IEND. */
function pngSize(file: Buffer): Size {
  insist(file.subarray(0, 8).equals(pngSignature), 'not a PNG')
  insist(file.readUInt32BE(8) === 13 && file.toString('latin1', 12, 16) === 'IHDR', 'no IHDR')
  let hasImage = false
  for (let at = 8; ;) {
    const length = file.readUInt32BE(at)
    const type = file.toString('latin1', at + 4, at + 8)
    const end = at + 12 + length
    insist(file.readUInt32BE(end - 4) === crc32(file.subarray(at + 4, end - 4)), 'a CRC is wrong')
    insist(/^[A-Za-z]{4}$/.test(type), 'a chunk without a name')
    // An upper-case first letter marks a critical chunk, which a decoder must know in order to show the image (§5.4).
    insist(at === 8 || /^[a-z]/.test(type) || pngCritical.includes(type), `unexpected ${type}`)
    insist(type !== 'acTL' && type !== 'fcTL' && type !== 'fdAT', 'animated')
    if (type === 'IDAT') hasImage = true
    if (type === 'IEND') {
      insist(length === 0 && hasImage, 'no image')
      insist(end === file.length, 'something after the end')
      return { width: file.readUInt32BE(16), height: file.readUInt32BE(20) }
    }
    at = end
  }
}

const jpeg = { soi: 0xd8, eoi: 0xd9, sos: 0xda, dht: 0xc4, jpg: 0xc8, dac: 0xcc } as const
const isFrameHeader = (marker: number) =>
  marker >= 0xc0 && marker <= 0xcf && marker !== jpeg.dht && marker !== jpeg.jpg && marker !== jpeg.dac

/** JPEG (ITU-T T.81) Annex B: SOI, marker segments, scans of entropy-coded data, EOI. */
function jpegSize(file: Buffer): Size {
  insist(file.readUInt16BE(0) === 0xff00 + jpeg.soi, 'not a JPEG')
  let size: Size | null = null
  let hasScan = false
  for (let at = 2; ;) {
    insist(file.readUInt8(at) === 0xff, 'no marker where one must be')
    const marker = file.readUInt8(at + 1)
    if (marker === 0xff) {
      at += 1
      continue
    }
    if (marker === jpeg.eoi) {
      insist(size !== null && hasScan, 'no image')
      insist(at + 2 === file.length, 'something after the end')
      return size
    }
    insist(marker >= 0xc0 && marker !== jpeg.soi && !(marker >= 0xd0 && marker <= 0xd7), 'a marker that does not belong here')
    const length = file.readUInt16BE(at + 2)
    insist(length >= 2, 'a segment without length')
    if (isFrameHeader(marker)) {
      insist(size === null, 'two images')
      size = { height: file.readUInt16BE(at + 5), width: file.readUInt16BE(at + 7) }
    }
    at += 2 + length
    if (marker === jpeg.sos) {
      insist(size !== null, 'a scan without a frame')
      hasScan = true
      at = endOfScan(file, at)
    }
  }
}

/** The next marker that is neither a stuffed FF00 nor a restart marker (T.81 B.1.1.5). */
function endOfScan(file: Buffer, from: number): number {
  for (let at = from; ; at++) {
    at = file.indexOf(0xff, at)
    insist(at >= 0, endsEarly)
    const next = file.readUInt8(at + 1)
    if (next !== 0x00 && !(next >= 0xd0 && next <= 0xd7)) return at
  }
}

const webpAnimation = 0x02
const webpExtras = ['ALPH', 'ICCP', 'EXIF', 'XMP ']

/** WebP (RFC 9649) §2: a RIFF file of one image chunk, or VP8X with one image chunk and its metadata. */
function webpSize(file: Buffer): Size {
  insist(file.toString('latin1', 0, 4) === 'RIFF' && file.toString('latin1', 8, 12) === 'WEBP', 'not a WebP')
  insist(file.readUInt32LE(4) + 8 === file.length, 'the length is not the one of the file')
  let canvas: Size | null = null
  let image: Size | null = null
  for (let at = 12; at < file.length;) {
    const type = file.toString('latin1', at, at + 4)
    const length = file.readUInt32LE(at + 4)
    const data = file.subarray(at + 8, at + 8 + length)
    if (type === 'VP8X') {
      insist(at === 12 && length === 10, 'VP8X where it does not belong')
      insist((data.readUInt8(0) & webpAnimation) === 0, 'animated')
      canvas = { width: data.readUIntLE(4, 3) + 1, height: data.readUIntLE(7, 3) + 1 }
    } else if (type === 'VP8 ' || type === 'VP8L') {
      insist(image === null, 'two images')
      image = type === 'VP8 ' ? vp8Size(data) : vp8lSize(data)
    } else insist(canvas !== null && webpExtras.includes(type), `unexpected ${JSON.stringify(type)}`)
    at += 8 + length + (length % 2)
    insist(at <= file.length, endsEarly)
  }
  insist(image !== null, 'no image')
  insist(canvas === null || (canvas.width === image.width && canvas.height === image.height), 'two sizes')
  return image
}

/** RFC 6386 §9.1: a key frame's tag, start code and 14-bit sides. */
function vp8Size(data: Buffer): Size {
  insist((data.readUInt8(0) & 1) === 0 && data.readUIntBE(3, 3) === 0x9d012a, 'no key frame')
  return { width: data.readUInt16LE(6) & 0x3fff, height: data.readUInt16LE(8) & 0x3fff }
}

/** RFC 9649 §3.4: signature, then 14 bits each of width and height, less one. */
function vp8lSize(data: Buffer): Size {
  insist(data.readUInt8(0) === 0x2f, 'no lossless image')
  const bits = data.readUInt32LE(1)
  return { width: (bits & 0x3fff) + 1, height: ((bits >>> 14) & 0x3fff) + 1 }
}
