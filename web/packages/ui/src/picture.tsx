import { type ComponentProps, type ReactNode, useState } from 'react'

interface PictureProps extends ComponentProps<'img'> {
  readonly src: string
  readonly alt: string
  /** Shown if the image does not load: it may come from another server. */
  readonly fallback: ReactNode
}

export function Picture({ fallback, alt, ...image }: PictureProps) {
  const { src } = image
  const [broken, setBroken] = useState<string>()
  return src === broken ? fallback : <img {...image} alt={alt} onError={() => setBroken(src)} />
}
