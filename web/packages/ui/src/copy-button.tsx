import { ActionIcon, Tooltip } from '@mantine/core'
import { useClipboard } from '@mantine/hooks'
import { IconCheck, IconCopy } from '@tabler/icons-react'
import { useT } from './texts'

interface CopyButtonProps {
  value: string
  /** What is copied, for those who do not see it: "Copy client id". */
  label?: string
}

export function CopyButton({ value, label }: CopyButtonProps) {
  const t = useT()
  const clipboard = useClipboard({ timeout: 2000 })
  const text = clipboard.copied ? t('copied') : (label ?? t('copy'))
  const Icon = clipboard.copied ? IconCheck : IconCopy
  return (
    <Tooltip label={text}>
      <ActionIcon aria-label={text} onClick={() => clipboard.copy(value)}>
        <Icon size={16} stroke={1.75} aria-hidden />
      </ActionIcon>
    </Tooltip>
  )
}
