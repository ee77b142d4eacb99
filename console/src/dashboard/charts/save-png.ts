const drawn = [
  'fill',
  'fill-opacity',
  'stroke',
  'stroke-width',
  'stroke-dasharray',
  'opacity',
  'font-family',
  'font-size',
  'font-weight',
] as const
const svgNs = 'http://www.w3.org/2000/svg'
const padding = 16
const titleHeight = 34
/** Pixels of the picture for each one of the screen. */
const scale = 2

/** The drawing with its colours and fonts as values, because a picture knows no style sheet of the page. */
function withStyles(chart: SVGSVGElement): SVGSVGElement {
  const copy = chart.cloneNode(true) as SVGSVGElement
  const [shown, copied] = [chart, copy].map((root) => [root, ...root.querySelectorAll<SVGElement>('*')])
  for (const [index, element] of (shown ?? []).entries()) {
    const style = getComputedStyle(element)
    for (const property of drawn) copied?.[index]?.setAttribute(property, style.getPropertyValue(property))
    copied?.[index]?.removeAttribute('class')
    copied?.[index]?.removeAttribute('style')
  }
  return copy
}

/** The chart as a picture with its title. */
function pictureOf(chart: SVGSVGElement, title: string): { svg: SVGSVGElement; width: number; height: number } {
  const { width, height } = chart.getBoundingClientRect()
  const page = getComputedStyle(document.body)
  const size = { width: width + 2 * padding, height: height + titleHeight + 2 * padding }
  const make = (name: string, attributes: Record<string, string | number>): SVGElement => {
    const element = document.createElementNS(svgNs, name)
    for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, String(value))
    return element
  }
  const svg = make('svg', size) as SVGSVGElement
  svg.append(make('rect', { ...size, fill: page.backgroundColor }))
  const words = make('text', { x: padding, y: padding + 14, fill: page.color, 'font-size': 14, 'font-family': page.fontFamily })
  words.textContent = title
  const copy = withStyles(chart)
  for (const [key, value] of Object.entries({ x: padding, y: padding + titleHeight, width, height })) copy.setAttribute(key, String(value))
  svg.append(words, copy)
  return { svg, ...size }
}

/** The chart as a PNG in the colours of the screen. Throws if the browser cannot draw it. */
export async function pngOf(chart: SVGSVGElement, title: string): Promise<Blob> {
  const { svg, width, height } = pictureOf(chart, title)
  const url = URL.createObjectURL(new Blob([new XMLSerializer().serializeToString(svg)], { type: 'image/svg+xml' }))
  try {
    const image = new Image()
    image.src = url
    await image.decode()
    const canvas = document.createElement('canvas')
    canvas.width = width * scale
    canvas.height = height * scale
    canvas.getContext('2d')?.drawImage(image, 0, 0, canvas.width, canvas.height)
    return await new Promise((resolve, reject) => {
      canvas.toBlob((blob) => (blob ? resolve(blob) : reject(new Error('no picture'))), 'image/png')
    })
  } finally {
    URL.revokeObjectURL(url)
  }
}
