/** The text of HTML of unknown origin, whose scripts do not run and whose pictures are not loaded. */
export function textOfHtml(html: string): string {
  const { body } = new DOMParser().parseFromString(html, 'text/html')
  for (const hidden of body.querySelectorAll('script, style')) hidden.remove()
  return body.textContent.replaceAll(/\s+/g, ' ').trim()
}
