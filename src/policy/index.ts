// Entry `robots-governor/policy`: robots.txt text in, verdicts out.
export {};
