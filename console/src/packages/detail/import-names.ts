/** API packages by their AIDs, as published by Oracle, GlobalPlatform, ETSI TS 102 241, 3GPP TS 31.130 and TS 43.019. */
const names: Readonly<Record<string, string>> = {
  A0000000620001: 'java.lang',
  A0000000620002: 'java.io',
  A0000000620003: 'java.rmi',
  A0000000620101: 'javacard.framework',
  A000000062010101: 'javacard.framework.service',
  A0000000620102: 'javacard.security',
  A0000000620201: 'javacardx.crypto',
  A0000000620202: 'javacardx.biometry',
  A0000000620203: 'javacardx.external',
  A0000000620204: 'javacardx.biometry1toN',
  A0000000620205: 'javacardx.security',
  A000000062020801: 'javacardx.framework.util',
  A00000006202080101: 'javacardx.framework.util.intx',
  A000000062020802: 'javacardx.framework.math',
  A000000062020803: 'javacardx.framework.tlv',
  A000000062020804: 'javacardx.framework.string',
  A0000000620209: 'javacardx.apdu',
  A000000062020901: 'javacardx.apdu.util',
  A00000015100: 'org.globalplatform',
  A00000015102: 'org.globalplatform.contactless',
  A00000015103: 'org.globalplatform.securechannel',
  A0000000090005FFFFFFFF8911000000: 'uicc.access',
  A0000000090005FFFFFFFF8911010000: 'uicc.access.fileadministration',
  A0000000090005FFFFFFFF8911020000: 'uicc.access.bertlvfile',
  A0000000090005FFFFFFFF8912000000: 'uicc.toolkit',
  A0000000090005FFFFFFFF8913000000: 'uicc.system',
  A0000000871005FFFFFFFF8913100000: 'uicc.usim.access',
  A0000000871005FFFFFFFF8913200000: 'uicc.usim.toolkit',
  A0000000871005FFFFFFFF8913300000: 'uicc.usim.geolocation',
  A0000000090003FFFFFFFF8910710001: 'sim.access',
  A0000000090003FFFFFFFF8910710002: 'sim.toolkit',
}

/**
 * True if a package of version `provided` satisfies an import of version `wanted`: the same major version, and a minor version that
 * is not lower (JCVM §4.5).
 */
export function resolves(provided: string, wanted: string): boolean {
  const [major, minor] = provided.split('.').map(Number)
  const [wantedMajor, wantedMinor] = wanted.split('.').map(Number)
  return major === wantedMajor && Number(minor) >= Number(wantedMinor)
}

/** Parses an import of a CAP file (`AID major.minor`) into the AID, the version and, if known, the name of the package. */
export function importOf(text: string): { aid: string; version: string; name: string | null } {
  const [aid = '', version = ''] = text.split(' ')
  return { aid, version, name: names[aid.toUpperCase()] ?? null }
}
