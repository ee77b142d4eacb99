/** True for a browser that can draw maps: it has WebGL 2. */
export function canDrawMaps(): boolean {
  const context = document.createElement('canvas').getContext('webgl2')
  context?.getExtension('WEBGL_lose_context')?.loseContext()
  return context !== null
}
