import { installParameters } from '../../install-tree/install-parameters.ts'
import { install as installApdu } from '../../gp/install.ts'
import { loadCommands } from '../../gp/load-file.ts'
import { fillingBlockSize, largestCommand } from '../chunk.ts'
import { deletion } from './deletion.ts'
import type { JobKind, JobPlan, LeftScript, PlainCommand, ScriptContext } from './job-kind.ts'

/** An applet instance to create from a load file. */
export interface AppletInstance {
  moduleAid: Uint8Array
  instanceAid: Uint8Array
  privileges: Uint8Array
  /** The encoded install parameters field; empty becomes an empty C9. */
  parameters: Uint8Array
}

/**
 * Parameters of an install: a load file and the applet instance to create from it. A module AID of null marks a library, which has no
 * instance.
 */
export type InstallParameters = {
  /** The whole load file, `C4` and its length included. */
  loadFile: Uint8Array
  packageAid: Uint8Array
} & (AppletInstance | { moduleAid: null })

/**
 * Install of an applet or a library. It has two plans of its own: `install` if the card holds the complete load file, `reinstall` if it may
 * also hold the instance (OTA protocol §5.5).
 */
export const install: JobKind<InstallParameters, never> = {
  isSecured: () => true,
  commands(job, plan, context) {
    if (job.moduleAid === null) return loadingCommands(job, plan, context)
    const making = installCommand(job, job)
    if (plan === 'install') return [making]
    if (plan === 'reinstall') return [deletion(job.instanceAid, false, 0), making]
    return [...loadingCommands(job, plan, context), making]
  },
  planAfter: ({ moduleAid }, left) => (moduleAid === null ? 'again' : planAfterInstall(left)),
}

function planAfterInstall({ plan, script, acked, inDoubt }: LeftScript<never>): JobPlan {
  const lastLoad = script.findIndex(({ role }) => role === 'lastLoad')
  const loaded = lastLoad < 0 ? plan === 'install' || plan === 'reinstall' : lastLoad < acked
  if (!loaded) return 'again'
  const installSent = script.slice(0, inDoubt).some(({ role }) => role === 'installForInstall')
  if (installSent) return 'reinstall'
  return lastLoad < 0 ? plan : 'install'
}

function installCommand({ packageAid, loadFile }: InstallParameters, applet: AppletInstance): PlainCommand {
  const { moduleAid, instanceAid, privileges } = applet
  const parameters =
    applet.parameters.length > 0 ? applet.parameters : installParameters.encode({ applet: applet.parameters, system: null, uicc: null })
  return {
    role: 'installForInstall',
    command: installApdu.encode({ kind: 'install', loadFileAid: packageAid, moduleAid, instanceAid, privileges, parameters }),
    tolerated: [],
    position: loadFile.length + 2,
  }
}

/** Commands that load the load file, after a DELETE of what an earlier attempt may have left. */
function loadingCommands({ packageAid, loadFile }: InstallParameters, plan: JobPlan, context: ScriptContext): PlainCommand[] {
  const forLoad: PlainCommand = {
    role: 'installForLoad',
    command: installApdu.encode({ kind: 'load', loadFileAid: packageAid, securityDomainAid: context.securityDomainAid }),
    tolerated: [],
    position: 1,
  }
  const before = plan === 'again' ? [deletion(packageAid, true, 0)] : []
  return [...before, forLoad, ...loads(loadFile, context)]
}

function loads(loadFile: Uint8Array, { cut, wrapping }: ScriptContext): PlainCommand[] {
  const blocks = loadCommands(loadFile, wrapping ? fillingBlockSize(cut, wrapping) : Math.min(largestCommand(cut) - 5, 255))
  let position = 1
  return blocks.map((command, i) => {
    position += command.data.length
    return { role: i === blocks.length - 1 ? 'lastLoad' : 'load', command, tolerated: [], position }
  })
}
