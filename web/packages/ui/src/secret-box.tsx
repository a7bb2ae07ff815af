import { Button, Text } from '@mantine/core'
import { IconCheck, IconCopy, IconDownload } from '@tabler/icons-react'
import { type ReactNode, type Ref, useId } from 'react'
import { InlineAlert } from './inline-alert'
import { saveFile } from './save-file'
import classes from './secret-box.module.css'
import { useT } from './texts'
import { useCopy } from './use-copy'

interface SecretBoxProps {
  /** The name of the secret: "Client secret", "Recovery codes". */
  label: string
  value: string | readonly string[]
  /** Further values; passed as nodes, so that the login page does not load their styles. */
  known?: ReactNode
  /** Name of the downloaded text file. */
  fileName: string
  /** The content of that file, if it is more than the secret. */
  file?: string | undefined
  /** Called when the user confirms that the secret is saved: close the dialog. */
  onSaved: () => void
  savedRef?: Ref<HTMLButtonElement> | undefined
}

/** Shows a secret once. Only the user's confirmation closes it. */
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
