import { type ComponentProps, type ReactNode, useState } from 'react'

interface PictureProps extends ComponentProps<'img'> {
  readonly src: string
  readonly alt: string
  /** Stands in its place where it does not load: it may come from a server that is not ours. */
  readonly fallback: ReactNode
}

export function Picture({ fallback, alt, ...image }: PictureProps) {
  const { src } = image
  const [broken, setBroken] = useState<string>()
  return src === broken ? fallback : <img {...image} alt={alt} onError={() => setBroken(src)} />
}
