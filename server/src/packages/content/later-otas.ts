import type { StoredEntry } from '../tables.ts'
import type { Listed } from './compare.ts'
import type { LaterOta } from './queries.ts'

const loaded = '01'
const selectable = '07'

/** The content of a card by its list and by the OTAs that changed it since. */
export function afterOtas(listed: Listed, otas: readonly LaterOta[]): Listed {
  return otas.reduce<Listed>((before, ota) => {
    const { loadFiles, applications } = without(before, ota)
    if (ota.kind !== 'install') return { loadFiles, applications }
    const { package_aid: aid, version, modules, instance_aid: instanceAid } = ota
    const loadFile: StoredEntry = { aid, state: loaded, version, modules, load_file: null }
    const instance: StoredEntry[] =
      instanceAid === null || modules.length === 0
        ? []
        : [{ aid: instanceAid, state: selectable, version: null, modules: [], load_file: aid }]
    return { loadFiles: [...loadFiles, loadFile], applications: [...applications, ...instance] }
  }, listed)
}

/** Without the load file of an OTA and its instances; a card that does not report load files of instances is known by their modules. */
function without({ loadFiles, applications }: Listed, { package_aid: aid, instance_aid: instanceAid, modules: known }: LaterOta): Listed {
  const modules = [...known, ...(loadFiles.find((one) => one.aid === aid)?.modules ?? [])]
  const isGone = ({ aid: own, load_file: loadFile }: StoredEntry) =>
    own === aid || loadFile === aid || own === instanceAid || (loadFile === null && modules.includes(own))
  return { loadFiles: loadFiles.filter((one) => one.aid !== aid), applications: applications.filter((one) => !isGone(one)) }
}
