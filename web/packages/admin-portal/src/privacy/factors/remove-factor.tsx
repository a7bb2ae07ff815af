import { useIsSteppedUp } from '@gatehouse/react'
import { ConfirmDialog } from '@gatehouse/ui'
import { Anchor, Button, Stack } from '@mantine/core'
import { useState } from 'react'
import { useAction } from '../../shared/action'
import { CodeDialog } from '../code-dialog'
import { useT } from '../privacy.texts'
import { useRecentAuth } from '../recent-auth'
import { type Asked, beginRemoval, removeFactor } from './factors.actions'
import { type Factor, isKey } from './factors.queries'

const RECENT_SECONDS = 3600

/** By its own code or key; or, where it is lost, once another one was shown. */
export function RemoveFactor({ factor }: { readonly factor: Factor }) {
  const t = useT()
  const isUp = useIsSteppedUp({ maxAge: RECENT_SECONDS })
  const [begin, remove] = [useAction(beginRemoval), useAction(removeFactor)]
  const { runGuarded, isRunning, ask, dialog: proof } = useRecentAuth()
  const [asked, setAsked] = useState<Asked>()
  const [isConfirming, setConfirming] = useState(false)
  const kind = t(`factors.kinds.${factor.kind}`)
  const words = {
    title: t(`factors.removing.${factor.kind}`),
    verb: t('removeNamed', { name: factor.name ?? kind }),
  }

  function start(): void {
    if (isUp || isKey(factor.kind)) setConfirming(true)
    else runGuarded(async () => setAsked(await begin.run(factor)))
  }
  const lost = !isUp && (
    <div>
      <Anchor component="button" type="button" onClick={ask}>
        {t('factors.lost')}
      </Anchor>
    </div>
  )

  return (
    <>
      <Button variant="default" size="xs" loading={isRunning} aria-label={words.verb} onClick={start}>
        {t('remove')}
      </Button>
      <ConfirmDialog
        opened={isConfirming}
        onClose={() => setConfirming(false)}
        onConfirm={() => remove.run(isUp ? { factor } : { factor, proof: { asked: {}, code: '' } })}
        {...words}
      >
        <Stack gap="md">
          {t('factors.removeText')}
          {lost}
        </Stack>
      </ConfirmDialog>
      {asked && (
        <CodeDialog
          title={words.title}
          description={t('factors.removeText')}
          help={asked.otcToken ? t('code.sent', { to: factor.name ?? '' }) : t('factors.shown')}
          submitLabel={words.verb}
          onCode={(code) => remove.run({ factor, proof: { asked, code } })}
          onClose={() => setAsked(undefined)}
          otherwise={lost}
        />
      )}
      {proof}
    </>
  )
}
