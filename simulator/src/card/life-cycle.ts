import { formatAid } from '@simdeck/protocol/aid.ts'
import { privilege } from '@simdeck/protocol/gp/privileges.ts'
import { applicationState, cardState, securityDomainState } from '@simdeck/protocol/gp/registry.ts'
import type { StatusChange } from '@simdeck/protocol/gp/registry.ts'
import { CardError, sw } from '../card-error.ts'
import { findDomain, hasPrivilege, isLocked, isUnder } from './domains.ts'
import type { SecurityDomain } from './domains.ts'
import type { ApplicationRecord, CardNvm } from './nvm.ts'

/** The next life cycle states that a card allows (GPC 2.3.1 §5.1.1, figure 5-1). */
const cardTransitions: Readonly<Record<number, readonly number[]>> = {
  [cardState.opReady]: [cardState.initialized, cardState.secured, cardState.terminated],
  [cardState.initialized]: [cardState.secured, cardState.terminated],
  [cardState.secured]: [cardState.cardLocked, cardState.terminated],
  [cardState.cardLocked]: [cardState.secured, cardState.terminated],
  [cardState.terminated]: [],
}

/** SET STATUS by a security domain (GPC 2.3.1 §11.10). */
export function changeStatus(nvm: CardNvm, domain: SecurityDomain, change: StatusChange): void {
  if (change.target === 'card') changeCardState(nvm, domain, change.state)
  else changeApplications(nvm, domain, change)
}

function changeCardState(nvm: CardNvm, domain: SecurityDomain, state: number): void {
  const wanted = state === cardState.terminated ? privilege.cardTerminate : privilege.cardLock
  if (!hasPrivilege(domain, wanted)) throw new CardError(sw.conditionsOfUse, 'the security domain lacks the privilege')
  if (!Object.values(cardState).some((one) => one === state)) throw new CardError(sw.wrongParameters, 'no such state of the card')
  if (!cardTransitions[nvm.cardState]?.includes(state))
    throw new CardError(sw.conditionsOfUse, 'the life cycle does not allow this transition')
  nvm.cardState = state
}

function changeApplications(nvm: CardNvm, domain: SecurityDomain, { target, state, aid: bytes }: StatusChange): void {
  const aid = formatAid(bytes)
  const application = nvm.applications.find((one) => one.aid === aid)
  if (!application) throw new CardError(sw.referencedDataNotFound, 'no such application')
  const own = aid === domain.aid
  if (!own && !isUnder(nvm, application.securityDomainAid, domain) && !hasPrivilege(domain, privilege.globalLock))
    throw new CardError(sw.conditionsOfUse, 'an application of another security domain')
  const all = target === 'securityDomainAndApplications'
  const supplementary = all ? findDomain(nvm, aid) : null
  if (all && !supplementary) throw new CardError(sw.referencedDataNotFound, 'no such security domain')
  const under = supplementary
    ? nvm.applications.filter((one) => one !== application && isUnder(nvm, one.securityDomainAid, supplementary))
    : []
  const locks = (state & applicationState.lockedBit) !== 0
  if (!all && !locks && !isLocked(application)) {
    personalize(application, own, state)
    return
  }
  for (const one of [application, ...under])
    one.state = locks ? one.state | applicationState.lockedBit : one.state & ~applicationState.lockedBit
}

/** Sets a security domain to PERSONALIZED at its own request. Besides this, SET STATUS only locks and unlocks. */
function personalize(application: ApplicationRecord, own: boolean, state: number): void {
  if (!application.domain || !own || state !== securityDomainState.personalized || application.state !== securityDomainState.selectable)
    throw new CardError(sw.conditionsOfUse, 'the life cycle does not allow this transition')
  application.state = state
}
