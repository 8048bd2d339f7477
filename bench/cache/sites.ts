import { RobotsCache, type CacheOptions } from "../../src/cache/index.ts";

/** The address of a page of the site with this number; a hundred characters, as real ones have. */
export const pageOf = (site: number): string =>
  `https://www.site-${site}.example/catalogue/chapter-${site % 7}/section-${site % 11}/page.html?view=print&lang=en`;

/** A file of about so many octets, as sites have them: a group for all, one for the asker, a sitemap. */
export function fileOf(octets: number): string {
  const head = "User-agent: *\nDisallow: /private/\nCrawl-delay: 2\n\nUser-agent: ExampleBot\n";
  let rules = "";
  for (let rule = 0; head.length + rules.length < octets; rule++) {
    rules += `Disallow: /catalogue/hidden-${rule}/*?session=\n`;
  }
  return `${head}${rules}Allow: /\n\nSitemap: https://www.site.example/sitemap.xml\n`;
}

/** A cache whose every site answers at once with this file, or with a 404. */
export function cacheOf(file: string | undefined, options: CacheOptions = {}): RobotsCache {
  const answer = file === undefined ? { status: 404 } : { status: 200, body: new TextEncoder().encode(file) };
  return new RobotsCache({
    fetcher: async () => answer,
    maxEntries: 1_000_000,
    maxTotalBytes: 2 ** 40,
    agent: "ExampleBot",
    ...options,
  });
}

/** Asks about so many sites once, so that all of them are known. */
export async function fill(cache: RobotsCache, sites: number): Promise<void> {
  for (let site = 0; site < sites; site++) await cache.get(pageOf(site));
}

/** Numbers below `limit` in an order that has nothing to do with that of the sites, the same each time. */
export function scattered(count: number, limit: number): number[] {
  let state = 1;
  return Array.from({ length: count }, () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state % limit;
  });
}
