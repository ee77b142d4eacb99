import type { deviceStep } from '@simdeck/protocol/ota/device-session.ts'
import type { DeviceEnvironment, DeviceInput, DeviceState, DeviceStep } from '@simdeck/protocol/ota/device-state.ts'
import { messageCode } from '@simdeck/protocol/ota/message-codes.ts'
import { Occasions } from '../misbehaviour.ts'
import type { PollerMisbehaviour } from '../misbehaviour.ts'

/** Returns a step of the poller that shows these faults. It calls `counted` right after it counts a command in NVM. */
export function misbehavingStep(
  step: typeof deviceStep,
  misbehaviours: readonly PollerMisbehaviour[],
  counted: () => void,
): typeof deviceStep {
  const faults = misbehaviours.map((misbehaviour) => ({ misbehaviour, occasions: new Occasions(misbehaviour) }))
  const shows = (kind: PollerMisbehaviour['kind']): boolean =>
    faults.filter(({ misbehaviour, occasions }) => misbehaviour.kind === kind && occasions.faultOccurs()).length > 0
  const jumpMs = (timer: DeviceState['timer']): number => {
    let ms = 0
    for (const { misbehaviour, occasions } of faults)
      if (misbehaviour.kind === 'clockJump' && (misbehaviour.timer ?? timer) === timer && occasions.faultOccurs()) ms += misbehaviour.ms
    return ms
  }
  return (before, input, env) => {
    const done = faultyStep(before, input, withCountedCalls(before, env, counted))
    const effects = done.effects.map((effect) =>
      effect.type === 'setTimer' ? { ...effect, ms: Math.max(0, effect.ms - jumpMs(effect.timer)) } : effect,
    )
    return { ...done, effects }
  }

  function faultyStep(before: DeviceState, input: DeviceInput, env: DeviceEnvironment): DeviceStep {
    if (before.phase === 'open' && input.type === 'frame' && shows('secondPoll'))
      return step({ ...before, phase: 'idle', session: null }, { type: 'poll' }, env)
    if (before.phase === 'idle' && (input.type === 'poll' || input.type === 'timer') && shows('lostCounter')) {
      const nvm = { ...before.nvm, counterReserve: 0 }
      env.persist(nvm)
      return step({ ...before, nvm, counter: 0 }, input, env)
    }
    const { script } = before.nvm
    const isLoad = before.phase === 'open' && input.type === 'frame' && input.bytes[3] === messageCode.loadCommand
    if (isLoad && script && shows('wrongIndex')) {
      const done = step({ ...before, nvm: { ...before.nvm, script: { ...script, next: script.next + 1 } } }, input, env)
      return { ...done, state: { ...done.state, nvm: before.nvm } }
    }
    return step(before, input, env)
  }
}

/** Returns a step of a poller that does nothing any more once the server opens a session. */
export function silentFromSession(step: typeof deviceStep): typeof deviceStep {
  let silent = false
  return (before, input, env) => {
    const done = silent ? null : step(before, input, env)
    silent ||= done?.state.phase === 'open'
    return silent || !done ? { state: before, effects: [], refused: null } : done
  }
}

/** Returns an environment that calls `counted` whenever the poller stores a higher command index. */
function withCountedCalls({ nvm }: DeviceState, env: DeviceEnvironment, counted: () => void): DeviceEnvironment {
  let next = nvm.script?.next ?? 0
  return {
    ...env,
    config: env.config,
    persist: (written) => {
      env.persist(written)
      const counts = (written.script?.next ?? 0) > next
      next = written.script?.next ?? 0
      if (counts) counted()
    },
  }
}
