/** The text of HTML of unknown origin. Its tags are removed before it is read, so that it has nothing to run or to load. */
export function textOfHtml(html: string): string {
  const text = html.replaceAll(/<(script|style)\b[^]*?<\/\1\s*>/gi, '').replaceAll(/<[^>]*>/g, '')
  return new DOMParser().parseFromString(text, 'text/html').body.textContent.replaceAll(/\s+/g, ' ').trim()
}
