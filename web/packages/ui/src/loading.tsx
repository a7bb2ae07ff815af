import { Center, Loader, VisuallyHidden } from '@mantine/core'
import { useT } from './texts'

interface LoadingProps {
  /** `page` fills the window, `block` its place, `inline` stands in a line of text. */
  size?: 'page' | 'block' | 'inline'
  /** What is loading; read aloud, and shown to nobody else. */
  label?: string
}

export function Loading({ size = 'block', label }: LoadingProps) {
  const t = useT()
  const content = (
    <>
      <Loader size={size === 'inline' ? 16 : 28} aria-hidden />
      <VisuallyHidden>{label ?? t('loading')}</VisuallyHidden>
    </>
  )
  if (size === 'inline') return <span role="status">{content}</span>
  return (
    <Center role="status" mih={size === 'page' ? '100dvh' : 160}>
      {content}
    </Center>
  )
}
