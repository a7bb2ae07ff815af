import { useAction } from '@gatehouse/admin-portal/kit'
import { ConfirmDialog, type Secret } from '@gatehouse/ui'
import type { RunWithStepUp } from '../shared/step-up-dialog'
import type { VendorUser } from '../wire'
import { makeActivationLink, makePasswordLink, nameOf } from './users.actions'
import { useT } from './users.texts'

const ACTIONS = { activation: makeActivationLink, reset: makePasswordLink }

interface LinkDialogProps {
  readonly kind: keyof typeof ACTIONS
  readonly user: VendorUser
  /** Asks for a recent MFA confirmation if the server requires one. */
  readonly run: RunWithStepUp
  readonly onMade: (secret: Secret) => void
  readonly onClose: () => void
}

/** Asks before a link that gives access to an account is created, then shows the link once. */
export function LinkDialog({ kind, user, run, onMade, onClose }: LinkDialogProps) {
  const t = useT()
  const make = useAction(ACTIONS[kind])
  const words = { name: nameOf(user) }

  const confirm = () =>
    run(async () => {
      const { link } = await make.run(user)
      onMade({ title: t(`${kind}.keep`, words), label: t(`${kind}.label`), value: link, fileName: `${kind}-link.txt` })
    })
  return (
    <ConfirmDialog
      opened
      onClose={onClose}
      onConfirm={confirm}
      title={t(`${kind}.title`, words)}
      verb={t(`${kind}.verb`)}
      danger={false}
    >
      {t(`${kind}.text`, words)}
    </ConfirmDialog>
  )
}
