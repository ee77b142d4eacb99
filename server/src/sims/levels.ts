import { type Scp03Level, scp03Levels } from '@simdeck/contract/sim-values.ts'

/** The stored form of a security level: the octet of EXTERNAL AUTHENTICATE. */
export const levelOctet = (level: Scp03Level): number => Number.parseInt(level, 16)

export function levelName(octet: number): Scp03Level {
  const name = scp03Levels.find((level) => levelOctet(level) === octet)
  if (name === undefined) throw new Error(`${octet} is no security level of SCP03`)
  return name
}
