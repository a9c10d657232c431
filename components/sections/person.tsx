type PersonProps = { name: string; role: string; picture?: string }

export function Person({ name, role, picture }: PersonProps) {
  return (
    <span className="flex items-center gap-3 text-left text-sm">
      {picture && (
        // biome-ignore lint/performance/noImgElement: next/image's optimiser is off
        <img src={picture} alt="" width="44" height="44" className="size-11 rounded-full object-cover" />
      )}
      <span>
        <strong className="block font-semibold">{name}</strong>
        <span className="text-muted-foreground">{role}</span>
      </span>
    </span>
  )
}
