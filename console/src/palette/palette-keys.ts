import { onApple } from '../ui/frame/early-keys.ts'

/** How the keys that open the palette are called on this machine. */
export const paletteKeys = onApple ? '⌘ K' : 'Ctrl K'
