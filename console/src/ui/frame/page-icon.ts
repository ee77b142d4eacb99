import { useApplication } from './application.ts'

const sidePx = 64

/** The picture, scaled into a transparent square, as the data URL of a PNG. Null if the browser cannot decode it. */
async function squared(url: string): Promise<string | null> {
  const image = new Image()
  image.src = url
  try {
    await image.decode()
  } catch {
    return null
  }
  const canvas = document.createElement('canvas')
  canvas.width = sidePx
  canvas.height = sidePx
  const scale = sidePx / Math.max(image.naturalWidth, image.naturalHeight)
  const width = image.naturalWidth * scale
  const height = image.naturalHeight * scale
  canvas.getContext('2d')?.drawImage(image, (sidePx - width) / 2, (sidePx - height) / 2, width, height)
  return canvas.toDataURL('image/png')
}

/** Makes the custom logo the favicon, and follows its changes. Call once, at the start. */
export function applyPageIcon(): void {
  const link = document.querySelector<HTMLLinkElement>('link[rel="icon"]')
  if (!link) return
  const own = link.href
  const apply = async (logoUrl: string | null): Promise<void> => {
    const icon = logoUrl === null ? null : await squared(logoUrl)
    if (useApplication.getState().logoUrl !== logoUrl) return
    link.type = icon === null ? 'image/svg+xml' : 'image/png'
    link.href = icon ?? own
  }
  useApplication.subscribe((now, before) => {
    if (now.logoUrl !== before.logoUrl) void apply(now.logoUrl)
  })
}
