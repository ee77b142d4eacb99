import { formatAid } from '@simdeck/protocol/aid.ts'
import { responseApdu } from '@simdeck/protocol/apdu.ts'
import type { CommandApdu, ResponseApdu } from '@simdeck/protocol/apdu.ts'
import { bytesOf } from '@simdeck/protocol/bytes.ts'
import { getData } from '@simdeck/protocol/gp/card-data.ts'
import { deletion } from '@simdeck/protocol/gp/deletion.ts'
import { load, storeData } from '@simdeck/protocol/gp/commands.ts'
import { install } from '@simdeck/protocol/gp/install.ts'
import { putKey } from '@simdeck/protocol/gp/keys.ts'
import { getStatus, setStatus } from '@simdeck/protocol/gp/registry.ts'
import { cardDataObject } from './card-data.ts'
import { CardError, sw } from '../card-error.ts'
import type { ChannelRam } from './channel-ram.ts'
import { beginLoad, finishLoad, installApplication, takeBlock } from './content.ts'
import { deleteObject } from './deletion.ts'
import type { InUse } from './deletion.ts'
import { isSelectable, isUnder } from './domains.ts'
import type { SecurityDomain } from './domains.ts'
import { extradite, makeSelectable, updateRegistry } from './hierarchy.ts'
import { instruction } from './instructions.ts'
import { putKeys, removeKeys } from './keys.ts'
import { changeStatus } from './life-cycle.ts'
import type { CardNvm } from './nvm.ts'
import { storeBlock } from './personalization.ts'
import { readingCommand as reading } from '../reading.ts'
import { statusAnswers } from './status.ts'
import type { Random } from '../random.ts'

/** The card, the logical channel, and the security domain that serves the selected application. */
export interface CommandContext {
  nvm: CardNvm
  ram: ChannelRam
  domain: SecurityDomain
  inUse: InUse
  random: Random
}

/** Confirmation data of length 0 (GPC 2.3.1 §11.1.6). */
const confirmed = responseApdu(sw.ok, bytesOf(0x00))

/**
 * Runs a command of an authenticated host, already decrypted. A command that throws a `CardError` changes nothing on the card, but it ends
 * an unfinished load or STORE DATA.
 */
export function runCommand(context: CommandContext, command: CommandApdu): ResponseApdu {
  const { nvm, ram, domain, inUse } = context
  switch (command.ins) {
    case instruction.getData:
      return getDataObject(nvm, domain, command)
    case instruction.install:
      return runInstall(context, command)
    case instruction.load:
      return runLoad(context, command)
    case instruction.delete: {
      const read = reading(() => deletion.decode(command))
      if (read.kind === 'keys') removeKeys(domain, read)
      else deleteObject(nvm, read, domain, inUse)
      return confirmed
    }
    case instruction.putKey: {
      if (!ram.session || ram.session.dek.length === 0) throw new CardError(sw.securityStatus, 'no channel with a DEK')
      return responseApdu(
        sw.ok,
        putKeys(
          domain,
          reading(() => putKey.decode(command)),
          ram.session.dek,
        ),
      )
    }
    case instruction.setStatus:
      changeStatus(
        nvm,
        domain,
        reading(() => setStatus.decode(command)),
      )
      return responseApdu(sw.ok)
    case instruction.getStatus:
      return runGetStatus(context, command)
    default:
      return runStoreData(context, command)
  }
}

/** Runs GET DATA, which needs no channel. */
export function getDataObject(nvm: CardNvm, domain: SecurityDomain, command: CommandApdu): ResponseApdu {
  const tag = reading(() => getData.decode(command))
  return responseApdu(sw.ok, cardDataObject(nvm, domain, tag))
}

function runInstall({ nvm, ram, domain }: CommandContext, command: CommandApdu): ResponseApdu {
  const read = reading(() => install.decode(command))
  switch (read.kind) {
    case 'load':
      ram.load = null
      ram.load = beginLoad(nvm, read, domain)
      break
    case 'install':
      installApplication(nvm, read, domain)
      break
    case 'makeSelectable':
      makeSelectable(nvm, read, domain)
      break
    case 'extradition':
      extradite(nvm, read, domain)
      break
    case 'registryUpdate':
      updateRegistry(nvm, read, domain)
      break
    case 'personalization': {
      const aid = formatAid(read.applicationAid)
      const application = nvm.applications.find((one) => one.aid === aid)
      if (!application) throw new CardError(sw.referencedDataNotFound, 'no such application')
      if (!isSelectable(application) || !isUnder(nvm, application.securityDomainAid, domain))
        throw new CardError(sw.conditionsOfUse, 'it is not selectable, or of another security domain')
      ram.personalizing = aid
      ram.store = null
      break
    }
  }
  return confirmed
}

/** Runs LOAD. Any error ends the load (GPC 2.3.1 §9.3.5), and the next load starts with INSTALL [for load]. */
function runLoad({ nvm, ram }: CommandContext, command: CommandApdu): ResponseApdu {
  const underWay = ram.load
  if (!underWay) throw new CardError(sw.conditionsOfUse, 'no INSTALL [for load] before')
  ram.load = null
  const block = reading(() => load.decode(command))
  takeBlock(nvm, underWay, block)
  if (!block.last) {
    ram.load = underWay
    return responseApdu(sw.ok)
  }
  finishLoad(nvm, underWay)
  return confirmed
}

function runGetStatus({ nvm, ram, domain }: CommandContext, command: CommandApdu): ResponseApdu {
  const query = reading(() => getStatus.decode(command))
  const before = ram.status
  ram.status = null
  const isNext = query.occurrence === 'next'
  if (isNext && before?.p1 !== command.p1) throw new CardError(sw.conditionsOfUse, 'no GET STATUS [first] before')
  const [first, ...others] = isNext && before ? before.answers : statusAnswers(nvm, query, domain)
  if (!first) throw new CardError(sw.referencedDataNotFound, 'nothing fits the search')
  if (others.length === 0) return responseApdu(sw.ok, first)
  ram.status = { p1: command.p1, answers: others }
  return responseApdu(sw.moreData, first)
}

/** Runs STORE DATA for the application of INSTALL [for personalization], or else for the selected one. */
function runStoreData({ nvm, ram, random }: CommandContext, command: CommandApdu): ResponseApdu {
  const block = reading(() => storeData.decode(command))
  const { store } = ram
  ram.store = null
  const aid = ram.personalizing ?? ram.selected ?? nvm.securityDomain.aid
  const { pending, answer } = storeBlock(nvm, store, aid, block, { random, dek: ram.session?.dek ?? bytesOf() })
  ram.store = pending
  if (block.last) ram.personalizing = null
  return responseApdu(sw.ok, answer)
}
