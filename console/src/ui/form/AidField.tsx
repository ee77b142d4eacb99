import type { ComponentProps } from 'react'
import { HexField } from './Fields.tsx'

/** Field for an application identifier: 5 to 16 octets in hex (ISO/IEC 7816-5). It shows the number of octets. */
export function AidField({ label = 'AID', ...rest }: Omit<ComponentProps<typeof HexField>, 'lengthBytes'>) {
  return <HexField {...rest} label={label} lengthBytes={[5, 16]} />
}
