import { logoLimits, logoTypes } from '@simdeck/contract/settings.ts'
import type { LogoValue } from '@simdeck/contract/settings.ts'

export type LogoFault =
  | { fault: 'wrongType' | 'unreadable' }
  | { fault: 'tooLarge'; bytes: number }
  | { fault: 'tooWide'; width: number; height: number }

async function base64Of(file: Blob): Promise<string> {
  const bytes = new Uint8Array(await file.arrayBuffer())
  let binary = ''
  for (let at = 0; at < bytes.length; at += 0x8000) binary += String.fromCharCode(...bytes.subarray(at, at + 0x8000))
  return btoa(binary)
}

/** The file as a value of the setting, or its fault. The server checks it again. */
export async function readLogoFile(file: File): Promise<{ value: string } | LogoFault> {
  const type = logoTypes.find((allowed) => allowed === file.type)
  if (!type) return { fault: 'wrongType' }
  if (file.size > logoLimits.maxBytes) return { fault: 'tooLarge', bytes: file.size }
  let image: ImageBitmap
  try {
    image = await createImageBitmap(file)
  } catch {
    return { fault: 'unreadable' }
  }
  const { width, height } = image
  image.close()
  if (Math.max(width, height) > logoLimits.maxSide) return { fault: 'tooWide', width, height }
  return { value: JSON.stringify({ type, base64: await base64Of(file) } satisfies LogoValue) }
}
