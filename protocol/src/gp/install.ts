import { checkAid } from '../aid.ts'
import { commandApdu } from '../apdu.ts'
import type { CommandApdu } from '../apdu.ts'
import { bytesOf, concat, lv, Reader } from '../bytes.ts'
import { ProtocolError } from '../errors.ts'

const none = new Uint8Array(0)

export type InstallForLoad = {
  readonly loadFileAid: Uint8Array
  /** Empty: the security domain that is selected. */
  readonly securityDomainAid: Uint8Array
  /** Load file data block hash; empty when there is none. */
  readonly hash: Uint8Array
  readonly parameters: Uint8Array
  readonly token: Uint8Array
}

/** INSTALL [for load] (GPC 2.3.1 §11.5.2.3.1). */
export function installForLoad(install: Pick<InstallForLoad, 'loadFileAid'> & Partial<InstallForLoad>): CommandApdu {
  const { loadFileAid, securityDomainAid = none, hash = none, parameters = none, token = none } = install
  return commandApdu(0x80, 0xe6, 0x02, 0x00, concat(lv(checkAid(loadFileAid)), lv(securityDomainAid), lv(hash), lv(parameters), lv(token)))
}

export type InstallForInstall = {
  readonly loadFileAid: Uint8Array
  readonly moduleAid: Uint8Array
  readonly instanceAid: Uint8Array
  /** One or three octets (GPC 2.3.1 §11.1.2). */
  readonly privileges: Uint8Array
  /** The encoded install parameters field, C9 always in it. */
  readonly parameters: Uint8Array
  readonly token: Uint8Array
}

/** INSTALL [for install and make selectable] (GPC 2.3.1 §11.5.2.3.2); without privileges and token unless given. */
export function installForInstall(
  install: Omit<InstallForInstall, 'privileges' | 'token'> & Partial<Pick<InstallForInstall, 'privileges' | 'token'>>,
): CommandApdu {
  const { loadFileAid, moduleAid, instanceAid, privileges = bytesOf(0x00), parameters, token = none } = install
  const aids = concat(lv(checkAid(loadFileAid)), lv(checkAid(moduleAid)), lv(checkAid(instanceAid)))
  return commandApdu(0x80, 0xe6, 0x0c, 0x00, concat(aids, lv(privileges), lv(parameters), lv(token)))
}

/** INSTALL [for personalization] (GPC 2.3.1 §11.5.2.3.6): the next STORE DATA commands are for this application. */
export function installForPersonalization(applicationAid: Uint8Array): CommandApdu {
  return commandApdu(0x80, 0xe6, 0x20, 0x00, concat(bytesOf(0, 0), lv(checkAid(applicationAid)), bytesOf(0, 0, 0)))
}

export type Install =
  | ({ readonly kind: 'load' } & InstallForLoad)
  | ({ readonly kind: 'install' } & InstallForInstall)
  | { readonly kind: 'personalization'; readonly applicationAid: Uint8Array }

/** Card: reads INSTALL of the three kinds. Throws `ProtocolError('apdu')` for another P1 or P2, `'truncated' | 'trailing' | 'aid'` for its data. */
export function parseInstall(command: CommandApdu): Install {
  if (command.ins !== 0xe6 || command.p2 !== 0x00) throw new ProtocolError('apdu', 'not an INSTALL that is known here')
  const reader = new Reader(command.data)
  const install = parseKind(command.p1, reader)
  reader.end()
  return install
}

function parseKind(p1: number, reader: Reader): Install {
  switch (p1) {
    case 0x02:
      return {
        kind: 'load',
        loadFileAid: checkAid(reader.lv()),
        securityDomainAid: reader.lv(),
        hash: reader.lv(),
        parameters: reader.lv(),
        token: reader.lv(),
      }
    case 0x0c:
      return {
        kind: 'install',
        loadFileAid: checkAid(reader.lv()),
        moduleAid: checkAid(reader.lv()),
        instanceAid: checkAid(reader.lv()),
        privileges: reader.lv(),
        parameters: reader.lv(),
        token: reader.lv(),
      }
    case 0x20: {
      reader.lv()
      reader.lv()
      const applicationAid = checkAid(reader.lv())
      reader.lv()
      reader.lv()
      reader.lv()
      return { kind: 'personalization', applicationAid }
    }
    default:
      throw new ProtocolError('apdu', `INSTALL with P1 ${p1.toString(16).padStart(2, '0')} is not known here`)
  }
}
