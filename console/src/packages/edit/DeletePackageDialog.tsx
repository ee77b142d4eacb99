import { endpoints } from '@simdeck/contract/endpoints.ts'
import type { Uses } from '@simdeck/contract/errors.ts'
import type { OtaPackage } from '@simdeck/contract/packages.ts'
import { useMutation, useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { call } from '../../session/api/api.ts'
import { failureText, toastFailure } from '../../session/api/failure.ts'
import { queryOf, refreshTopic } from '../../session/api/query.ts'
import { ConfirmDialog, Dialog } from '../../ui/feedback/Dialog.tsx'
import { ErrorNote } from '../../ui/feedback/ErrorState.tsx'
import { toast } from '../../ui/feedback/toast.tsx'
import { Button } from '../../ui/form/Button.tsx'
import { formatNumber } from '../../ui/words/numbers.ts'
import { useText } from '../../ui/words/text.ts'
import css from '../packages.module.css'
import { packageEditText } from './edit-text.ts'
import { keyOf, nameOf, simsOf } from './package-keys.ts'

interface DeletePackageProps {
  of: OtaPackage
  onClose: () => void
  onDone?: () => void
}

/** Asks for confirmation before it deletes a package. If the package is in use, the dialog lists the places instead. */
export function DeletePackageDialog({ of, onClose, onDone }: DeletePackageProps) {
  const t = useText(packageEditText)
  const params = keyOf(of)
  const uses = useQuery({ ...queryOf(endpoints.getPackageUses, { params }), staleTime: 0 })
  const act = useMutation({
    mutationFn: () => call(endpoints.deletePackage, { params }),
    onSuccess: () => {
      toast.success(t.deleted, nameOf(of))
      onClose()
      onDone?.()
    },
    onError: (error) => toastFailure(t.notDeleted, error),
    onSettled: () => refreshTopic('packages'),
  })
  const { data } = uses
  if (data && isUsed(data))
    return (
      <Dialog
        opened
        onClose={onClose}
        title={t.usedTitle(nameOf(of))}
        foot={
          <Button data-autofocus onClick={onClose}>
            {t.close}
          </Button>
        }
      >
        <p className={css.dialogWords}>{t.usedWords}</p>
        <Places of={of} uses={data} />
      </Dialog>
    )
  return (
    <ConfirmDialog
      opened
      onClose={onClose}
      title={t.deleteTitle(nameOf(of))}
      act={t.delete}
      danger
      busy={act.isPending || !data}
      onAct={() => act.mutate()}
    >
      {t.deleteWords}
      {uses.isPending && <p>{t.checking}</p>}
      {uses.error && <ErrorNote message={failureText(uses.error)} onRetry={() => void uses.refetch()} />}
    </ConfirmDialog>
  )
}

const isUsed = ({ simsHolding, simsAwaiting, campaigns }: Uses): boolean => simsHolding + simsAwaiting + campaigns.length > 0

function Places({ of, uses }: { of: OtaPackage; uses: Uses }) {
  const t = useText(packageEditText)
  const { simsHolding, simsAwaiting, campaigns, moreCampaigns } = uses
  const search = simsOf(of)
  const holding = t.holding(formatNumber(simsHolding))
  return (
    <ul className={css.places}>
      {simsHolding > 0 && (
        <li>
          {search ? (
            <Link to="/" search={search}>
              {holding}
            </Link>
          ) : (
            holding
          )}
        </li>
      )}
      {simsAwaiting > 0 && <li>{t.awaiting(formatNumber(simsAwaiting))}</li>}
      {campaigns.map(({ id, name }) => (
        <li key={id}>
          <Link to="/otas/campaigns/$id" params={{ id: String(id) }}>
            {t.campaign(name)}
          </Link>
        </li>
      ))}
      {moreCampaigns > 0 && (
        <li>
          <Link to="/otas/campaigns">{t.moreCampaigns(formatNumber(moreCampaigns))}</Link>
        </li>
      )}
    </ul>
  )
}
