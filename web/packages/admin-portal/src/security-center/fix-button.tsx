import { errorText, toast } from '@gatehouse/ui'
import { Button } from '@mantine/core'
import { useAction } from '../shared/action'
import { usePermissions } from '../shared/permissions'
import { applyFix, type FixableRecommendation, undoFix } from './fixes'
import { useT } from './security-center.texts'
import { useFixWords, useWords } from './use-words'

/** Does it at once, and offers the way back. */
export function FixButton({ item, onGone }: { item: FixableRecommendation; onGone: () => void }) {
  const t = useT()
  const { title } = useWords()(item)
  const { action, done } = useFixWords()(item)
  const can = usePermissions()
  const change = useAction(applyFix, { awaitRefetch: true })
  const back = useAction(undoFix)
  const mails = item.code === 'BREACHED_PASSWORDS_EXIST'
  if (!can(mails ? 'fe.secure.write.updateUser' : 'fe.secure.write.securityPolicy')) return null

  const showError = (error: unknown) =>
    toast.error(t('refused', { title, reason: errorText(error) }), { id: item.code })

  async function start() {
    try {
      const undo = await change.run(item)
      toast.success(done, {
        id: item.code,
        ...(undo && { action: { label: t('undo'), onClick: () => void putBack(undo) } }),
      })
      if (undo) onGone()
    } catch (error) {
      showError(error)
    }
  }

  async function putBack(undo: Parameters<typeof back.run>[0]) {
    try {
      await back.run(undo)
      // Under another id: the toast with the button is on its way out since the click.
      toast.success(t('undone'), { id: `${item.code}undone` })
    } catch (error) {
      showError(error)
    }
  }
  return (
    <Button
      variant={item.severity === 'SEVERE' ? 'filled' : 'default'}
      onClick={() => void start()}
      loading={change.isRunning}
      aria-label={`${title}: ${action}`}
    >
      {action}
    </Button>
  )
}
