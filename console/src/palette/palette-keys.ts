import { onApple } from '../ui/form/early-keys.ts'

/** Display name of the palette's shortcut on this device. */
export const paletteKeys = onApple ? '⌘ K' : 'Ctrl K'
