import { z } from 'zod'

/** Extra content of a card: the AID of a package or an applet, followed by the version if the card reports one. */
export const extraContent = z.string().regex(/^([0-9A-F]{2}){5,16}( \d{1,3}\.\d{1,3})?$/)

/** AIDs of the applets of a package on cards. */
export const appletAids = z.array(z.string().regex(/^([0-9A-F]{2}){5,16}$/)).max(1000)

export const extraOf = ({ aid, version }: { aid: string; version: string | null }): string => (version === null ? aid : `${aid} ${version}`)

export function partsOfExtra(extra: string): { aid: string; version: string | null } {
  const [aid = '', version = null] = extra.split(' ')
  return { aid, version }
}
