export const onApple = /Mac|iPhone|iPad/.test(navigator.platform)

/** How the keys that open the palette are called on this machine. */
export const paletteKeys = onApple ? '⌘ K' : 'Ctrl K'
