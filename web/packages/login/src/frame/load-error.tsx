import { errorText, InlineAlert } from '@gatehouse/ui'
import { Button } from '@mantine/core'
import { useT } from '../texts'
import frame from './frame.module.css'
import { Step } from './step'

/** Shown when loading failed; reloading the page tries again. */
export function LoadError({ error }: { readonly error: unknown }) {
  const t = useT()
  return (
    <Step title={t('login.unavailable')}>
      <div className={frame.actions}>
        <InlineAlert tone="danger">{errorText(error)}</InlineAlert>
        <Button fullWidth data-first onClick={() => window.location.reload()}>
          {t('tryAgain')}
        </Button>
      </div>
    </Step>
  )
}
