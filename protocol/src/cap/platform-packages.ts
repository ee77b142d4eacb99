import type { CapImport } from './read-cap.ts'

/**
 * The packages that a UICC has in its ROM, by the prefix of their AIDs, with their major version: Java Card (JCVM, RID of Oracle),
 * GlobalPlatform (card API, security domains), UICC (ETSI TS 102 241), USIM (3GPP TS 31.130) and SIM (3GPP TS 43.019). The server does
 * not know the minor versions on a card.
 */
const platforms = [
  { prefix: 'A0000000620001', major: 1 },
  { prefix: 'A0000000620002', major: 1 },
  { prefix: 'A0000000620003', major: 1 },
  { prefix: 'A0000000620101', major: 1 },
  { prefix: 'A0000000620102', major: 1 },
  { prefix: 'A00000006202', major: 1 },
  { prefix: 'A0000001510', major: 1 },
  { prefix: 'A0000001515350', major: 1 },
  { prefix: 'A0000000090005FFFFFFFF89', major: 1 },
  { prefix: 'A0000000871005FFFFFFFF89', major: 1 },
  { prefix: 'A0000000090003FFFFFFFF8910', major: 2 },
] as const

/** True for a package that every card is assumed to have. `aid` is upper-case hex. */
export function isPlatformPackage({ aid, major }: { aid: string } & Pick<CapImport, 'major'>): boolean {
  return platforms.some((one) => one.major === major && aid.startsWith(one.prefix))
}
