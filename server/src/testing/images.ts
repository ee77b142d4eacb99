import { crc32, deflateSync } from 'node:zlib'

const uint32 = (value: number, write: 'writeUInt32BE' | 'writeUInt32LE') => {
  const bytes = Buffer.alloc(4)
  bytes[write](value)
  return bytes
}

export const pngSignature = Buffer.from('89504e470d0a1a0a', 'hex')

export function pngChunk(type: string, data: Uint8Array = Buffer.alloc(0)): Buffer {
  const named = Buffer.concat([Buffer.from(type, 'latin1'), data])
  return Buffer.concat([uint32(data.length, 'writeUInt32BE'), named, uint32(crc32(named), 'writeUInt32BE')])
}

/**
 * A black PNG with 8 bits per pixel. With more than a million pixels, its data is shorter than its header states. `extra` precedes the
 * image data.
 */
export function png(width: number, height: number, extra: Uint8Array = Buffer.alloc(0)): Buffer {
  const header = Buffer.concat([uint32(width, 'writeUInt32BE'), uint32(height, 'writeUInt32BE'), Buffer.from([8, 0, 0, 0, 0])])
  const rows = Buffer.alloc(Math.min(height * (width + 1), 1_000_000))
  return Buffer.concat([pngSignature, pngChunk('IHDR', header), extra, pngChunk('IDAT', deflateSync(rows)), pngChunk('IEND')])
}

/** A JPEG of 6 × 2 pixels without colour profile, written by Chromium. */
export const jpeg = Buffer.from(
  '/9j/4AAQSkZJRgABAQAAAQABAAD/2wBDAAYEBQYFBAYGBQYHBwYIChAKCgkJChQODwwQFxQYGBcUFhYaHSUfGhsjHBYWICwgIyYnKSopGR8tMC0oMCUoKSj/' +
    '2wBDAQcHBwoIChMKChMoGhYaKCgoKCgoKCgoKCgoKCgoKCgoKCgoKCgoKCgoKCgoKCgoKCgoKCgoKCgoKCgoKCgoKCj/wAARCAACAAYDASIAAhEBAxEB/8QA' +
    'FQABAQAAAAAAAAAAAAAAAAAAAAb/xAAUEAEAAAAAAAAAAAAAAAAAAAAA/8QAFQEBAQAAAAAAAAAAAAAAAAAABQf/xAAUEQEAAAAAAAAAAAAAAAAAAAAA/9oA' +
    'DAMBAAIRAxEAPwCEAHq+/9k=',
  'base64',
)

export function webp(...chunks: Buffer[]): Buffer {
  const content = Buffer.concat([Buffer.from('WEBP'), ...chunks])
  return Buffer.concat([Buffer.from('RIFF'), uint32(content.length, 'writeUInt32LE'), content])
}

export function riffChunk(type: string, data: Uint8Array): Buffer {
  return Buffer.concat([Buffer.from(type, 'latin1'), uint32(data.length, 'writeUInt32LE'), data, Buffer.alloc(data.length % 2)])
}

/** Chunks of WebP images of 6 × 2 pixels, written by Chromium. */
export const webpChunks = {
  lossy: Buffer.from('VlA4ICgAAABwAQCdASoGAAIAAsBMJaACdAFAAAD+7L2IwmknR/89M/9gf/JHwsAA', 'base64'),
  lossless: Buffer.from('VlA4TBEAAAAvBUAAAAdQjyKXp/+BiOh/AAA=', 'base64'),
  alpha: Buffer.from('QUxQSAoAAAABB1DAiAhERP8D', 'base64'),
  extended: Buffer.from('VlA4WAoAAAAwAAAABQAAAQAA', 'base64'),
}

/** The value of `system_config_logo`. */
export const logoText = (type: string, file: Uint8Array) => JSON.stringify({ type, base64: Buffer.from(file).toString('base64') })
