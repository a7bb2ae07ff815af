import { UnstyledButton, VisuallyHidden } from '@mantine/core'
import { IconCheck } from '@tabler/icons-react'
import { useT } from '../portal.texts'
import classes from './wizard.module.css'

interface WizardProgressProps {
  readonly steps: readonly { readonly path: string; readonly label: () => string }[]
  readonly index: number
  /** The furthest step so far; those up to it can be gone back to. */
  readonly reached: number
  readonly onGo: (index: number) => void
}

/** All steps, those that are finished with a tick. */
export function WizardProgress({ steps, index, reached, onGo }: WizardProgressProps) {
  const t = useT()
  return (
    <ol className={classes.steps} aria-label={t('wizard.steps')}>
      {steps.map(({ path, label }, at) => (
        <li key={path} className={classes.step} aria-current={at === index ? 'step' : undefined}>
          <UnstyledButton className={classes.go} disabled={at > reached || at === index} onClick={() => onGo(at)}>
            <span className={classes.mark} data-done={at < reached || undefined}>
              {at < reached ? <IconCheck size={14} stroke={2.5} aria-hidden /> : at + 1}
            </span>
            {label()}
            {at < reached && <VisuallyHidden>{t('wizard.finished')}</VisuallyHidden>}
          </UnstyledButton>
        </li>
      ))}
    </ol>
  )
}
