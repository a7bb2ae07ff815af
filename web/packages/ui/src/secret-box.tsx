import { Button, Text } from '@mantine/core'
import { IconCheck, IconCopy, IconDownload } from '@tabler/icons-react'
import { type ReactNode, type Ref, useId } from 'react'
import { InlineAlert } from './inline-alert'
import { saveFile } from './save-file'
import classes from './secret-box.module.css'
import { useT } from './texts'
import { useCopy } from './use-copy'

interface SecretBoxProps {
  /** What it is: "Client secret", "Recovery codes". */
  label: string
  value: string | readonly string[]
  /** What goes with it: the login page shows nothing, and must not load how it would look. */
  known?: ReactNode
  /** Name of the downloaded text file. */
  fileName: string
  /** What is in that file, when it is more than the secret. */
  file?: string | undefined
  /** The person says that they have it: close whatever holds the box. */
  onSaved: () => void
  savedRef?: Ref<HTMLButtonElement> | undefined
}

/** A secret that is shown once. Nothing but the person's own word closes it. */
export function SecretBox({ label, value, known, fileName, file, onSaved, savedRef }: SecretBoxProps) {
  const t = useT()
  const id = useId()
  const { copied, copy } = useCopy()
  const text = typeof value === 'string' ? value : value.join('\n')

  return (
    <div className={classes.box}>
      <InlineAlert tone="warning">{t('secret.once')}</InlineAlert>
      {known}
      <div>
        <Text fw={500} size="sm" mb={4} id={id}>
          {label}
        </Text>
        <output className={classes.secret} aria-labelledby={id} data-testid="secret">
          {text}
        </output>
      </div>
      <div className={classes.buttons}>
        <div className={classes.buttons}>
          <Button
            variant="default"
            leftSection={copied ? <IconCheck size={16} aria-hidden /> : <IconCopy size={16} aria-hidden />}
            onClick={() => copy(text)}
          >
            {copied ? t('copied') : t('copy')}
          </Button>
          <Button
            variant="default"
            leftSection={<IconDownload size={16} aria-hidden />}
            onClick={() => saveFile(fileName, `${file ?? text}\n`, 'text/plain')}
          >
            {t('download')}
          </Button>
        </div>
        <Button ref={savedRef} data-saved onClick={onSaved}>
          {t('secret.saved')}
        </Button>
      </div>
    </div>
  )
}
