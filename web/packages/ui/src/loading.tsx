import { Center, Loader, VisuallyHidden } from '@mantine/core'
import { FrameOutline } from './first-paint/outlines'
import { useT } from './texts'
import './first-paint/first-paint.css'

interface LoadingProps {
  /** `page` is the outline of a portal, `block` fills its container, `inline` fits into a line of text. */
  size?: 'page' | 'block' | 'inline'
  /** What is loading, for screen readers. */
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
  if (size === 'page') {
    return (
      <div role="status">
        <FrameOutline />
        <VisuallyHidden>{label ?? t('loading')}</VisuallyHidden>
      </div>
    )
  }
  return (
    <Center role="status" mih={160}>
      {content}
    </Center>
  )
}
