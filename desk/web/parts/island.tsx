import type { ComponentProps, ComponentType } from 'react'
import { renderToString } from 'react-dom/server'
import { type IslandName, islands } from '../browser/islands.tsx'

type Json = string | number | boolean | null | undefined | Json[] | { [key: string]: Json }

/** They reach the browser as JSON. */
type IslandProps<Name extends IslandName> = {
  name: Name
  props: ComponentProps<(typeof islands)[Name]> & { [key: string]: Json }
}

/** A component with state. React hydrates only what it rendered as a tree of its own. */
export function Island<Name extends IslandName>({ name, props }: IslandProps<Name>) {
  const Component = islands[name] as ComponentType<object>
  const html = renderToString(<Component {...props} />, { identifierPrefix: name })
  return (
    <div
      className="contents"
      data-island={name}
      data-props={JSON.stringify(props)}
      // biome-ignore lint/security/noDangerouslySetInnerHtml: React has just rendered it
      dangerouslySetInnerHTML={{ __html: html }}
    />
  )
}
